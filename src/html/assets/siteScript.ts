// The script of all pages; no page needs it to work. Its address contains a hash of its text.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("site.js", import.meta.url), "utf8");

const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);

export const siteScript = { text, path: `/assets/site.${hash}.js` } as const;
