// Templates, prose and formatted JSON of pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { html } from "../../src/html/html.ts";
import { writeJson } from "../../src/html/json.ts";
import { renderProse } from "../../src/html/prose.ts";

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

test("prose has paragraphs, lists and code", () => {
  const written = String(renderProse("A `<b>`.\n\nB:\n- one\n- two\n  more"));
  const due =
    "<p>A <code>&#60;b&#62;</code>.</p><p>B:</p><ul><li>one</li><li>two\n  more</li></ul>";
  assert.equal(written, `<div class="prose">${due}</div>`);
});

test("formatted JSON has the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const due = JSON.parse(JSON.stringify(value));
      assert.deepEqual(JSON.parse(writeJson(value)), due);
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
