import assert from "node:assert/strict";
import { test } from "node:test";
import { parseNumberFormat } from "../../src/reading/files/numberFormat.ts";

test("a number format shows a currency in brackets or as a text, in its first section", () => {
  for (const [code, sign, locale] of [
    ["#,##0.00 [$€-407]", "€", "407"],
    ["[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00", "$", "409"],
    ["[$€-2] #,##0.00", "€", "2"],
    ["[$USD] #,##0.00", "USD", ""],
    ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', "€", null],
    ['"US$"#,##0.00', "US$", null],
    ["£#,##0.00", "£", null],
    ["[Red]#,##0.00;[$€-407]0.00", undefined, undefined],
    ["[$-409]#,##0.00", undefined, undefined],
    ["_(* #,##0.00_);_(* (#,##0.00)", undefined, undefined],
  ] as const) {
    const format = parseNumberFormat(code);
    const currency = sign === undefined ? undefined : { sign, locale };
    assert.deepEqual(format, { shows: "number", digits: "", currency }, code);
  }
});
