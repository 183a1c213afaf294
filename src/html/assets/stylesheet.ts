// The stylesheet of all pages, joined from its files. Its address contains a hash of its text, so
// browsers can cache it forever.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

// Tokens come first: the other files use them.
const files = [
  "tokens.css",
  "frame.css",
  "header.css",
  "table.css",
  "form.css",
  "parts.css",
  "definitions.css",
  "codes.css",
  "choices.css",
  "chart.css",
  "reading.css",
  "print.css",
] as const;

const text = files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n");

const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);

export const stylesheet = { text, path: `/assets/site.${hash}.css` } as const;
