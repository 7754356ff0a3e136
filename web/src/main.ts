import "@fontsource-variable/figtree";
import "@fontsource/federo";
import "@fontsource/opendyslexic/400.css";
import "@fontsource/opendyslexic/700.css";
import "./styles/palette.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

import { mount } from "svelte";

import { followAnnouncements } from "$lib/announcements.svelte";
import { language } from "$lib/i18n.svelte";
import { keepClientSoon } from "$lib/offline.svelte";
import { startRouter } from "$lib/router.svelte";
import { resumeStart } from "$lib/start";

import App from "./App.svelte";

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app element");

document.documentElement.lang = language.current;
startRouter();
followAnnouncements();
mount(App, { target: root });
void resumeStart();
keepClientSoon();
