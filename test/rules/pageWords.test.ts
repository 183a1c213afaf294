import assert from "node:assert/strict";
import { test } from "node:test";
import { assertPlainWords } from "../support/pageWords.ts";

const [start, end] = ["in", "vain"];

test("a banned phrase is found across a line and an element within the sentence", () => {
  for (const body of [`<p>${start}\n${end}</p>`, `<p><strong>${start}</strong> ${end}</p>`]) {
    assert.throws(() => assertPlainWords(body, "/"), /unmet demand/);
  }
  assertPlainWords(`<td>${start}</td>\n<td>${end}</td>`, "/");
});
