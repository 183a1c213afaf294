// Templates, prose and formatted JSON of pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { freshForm } from "../../src/kit/html/form.ts";
import { html } from "../../src/kit/html/html.ts";
import { icons } from "../../src/kit/html/icons.ts";
import { findTypedNameFault, renderTypedName } from "../../src/kit/html/question.ts";

test("text in a template is escaped, markup is not", () => {
  const text = `<b>&"'`;
  assert.equal(
    String(html`<p title="${text}">${html`<i>${1}</i>`}${[text, null, false]}</p>`),
    '<p title="&#60;b&#62;&#38;&#34;&#39;"><i>1</i>&#60;b&#62;&#38;&#34;&#39;</p>',
  );
});

const hostile = fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "!", "a", "é") });

test("no text adds a tag or a quote to a template", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      assert.doesNotMatch(String(html`${text}${[text]}`), /[<>"']/);
    }),
  );
});

test("a text does not change the direction of the text around it, and field values are not changed", () => {
  const [turned, isolated] = ["1\u202e2", "a\u2067b\u202dc"];
  assert.equal(
    String(html`<p>${turned}, ${[isolated]}</p>`),
    `<p>${turned}\u202c, ${isolated}\u202c\u2069</p>`,
  );
  const fields = html`<input value="${turned}"><textarea>\n${turned}</textarea>`;
  assert.equal(String(fields), `<input value="${turned}"><textarea>\n${turned}</textarea>`);
  assert.equal(String(html`<p>${"plain \u202c"}</p>`), "<p>plain \u202c</p>");
});

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

test("a typed name must match exactly", () => {
  assert.match(String(renderTypedName(freshForm(), "Vantage <Air>")), /Type Vantage &#60;Air&#62;/);
  const field = /name="([^"]*)"/.exec(String(renderTypedName(freshForm(), "x")))?.[1];
  const typed = (text: string) => (name: string) => (name === field ? text : "");
  assert.equal(findTypedNameFault(typed(" Vantage Air "), "Vantage Air"), undefined);
  for (const other of ["", "vantage air", "Vantage"]) {
    assert.equal(findTypedNameFault(typed(other), "Vantage Air")?.field, field);
  }
});
