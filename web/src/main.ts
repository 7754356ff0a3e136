import "@fontsource-variable/figtree";
import "@fontsource/federo";
import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { getLocale } from "./paraglide/runtime";

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app element");

document.documentElement.lang = getLocale();
mount(App, { target: root });
