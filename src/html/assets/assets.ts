// The stylesheet of all pages, joined from its files, and their script, without which every page
// works. Their addresses contain a hash of their text, so browsers can cache them forever.
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

function joinFiles(names: readonly string[], extension: "css" | "js") {
  const text = names.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n");
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { text, path: `/assets/site.${hash}.${extension}` };
}

export const stylesheet = joinFiles(files, "css");
export const siteScript = joinFiles(["site.js"], "js");
