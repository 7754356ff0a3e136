// The browser comes packed, and unpacks itself where temporary files go: here, and in one step.
import { mkdirSync, renameSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("node_modules/.unpacked", import.meta.url));
process.env.TMPDIR = `${folder}.new`;
mkdirSync(process.env.TMPDIR, { recursive: true });
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
renameSync(process.env.TMPDIR, folder);
