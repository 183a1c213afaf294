// The words a person reads on a page, checked against the glossary of docs/STYLE.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findBannedWords, readGlossary } from "../tidy/glossary.ts";
import { readAttribute } from "./readAttribute.ts";

const style = readFileSync(join(import.meta.dirname, "../../docs/STYLE.md"), "utf8");
const words = readGlossary(style).filter(({ word }) => !word.endsWith("…"));

/** Elements within a sentence. */
const inline =
  /<\/?(?:a|abbr|b|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|wbr)\b[^>]*>/g;

/** The visible texts of a page, and the attributes that are read to people. */
function listTexts(body: string): readonly string[] {
  const accessibleText = /(?:aria-label|title|placeholder|alt|data-title|content)="([^"]*)"/g;
  const attributes = [...body.matchAll(accessibleText)].map(([, text = ""]) => text);
  const text = body
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(inline, "")
    .split(/<[^>]*>/);
  return [...attributes, ...text].map(readAttribute);
}

/** Fails if the text of a page has a banned word, and says what to use. */
export function assertPlainWords(body: string, url: string): void {
  const faults = listTexts(body).flatMap((text) =>
    findBannedWords(words, text).map((fault) => `${url}: ${fault} in "${text.trim()}"`),
  );
  assert.deepEqual(faults, []);
}
