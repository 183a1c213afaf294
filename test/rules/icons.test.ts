import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { icons } from "../../src/html/icons.ts";

/** The outlines of an icon, with its white space reduced. */
function normalize(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("> <", "><").replaceAll(" />", "/>").trim();
}

test("each icon is the one of its name in Lucide", () => {
  for (const [name, drawn] of Object.entries(icons)) {
    const file = fileURLToPath(import.meta.resolve(`lucide-static/icons/${name}.svg`));
    const [, inner = ""] = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(file, "utf8")) ?? [];
    assert.equal(normalize(drawn.toString()), normalize(inner), name);
  }
});
