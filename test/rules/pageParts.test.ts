// Formatting and components of pages: dates, amounts, faults, conflicts, tables, and escaped texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCount } from "../../src/kit/html/amount.ts";
import { renderConflict } from "../../src/kit/html/conflict.ts";
import { type FormState, freshForm, renderFaults } from "../../src/kit/html/form.ts";
import { findTypedNameFault, renderTypedName } from "../../src/kit/html/question.ts";
import type { Currency } from "../../src/kit/money.ts";
import { formatBarePrice, formatMoney } from "../../src/kit/price.ts";

function money(minor: bigint, currency: string): { minor: bigint; currency: Currency } {
  return { minor, currency: currency as Currency };
}

test("amounts are grouped, with the decimal places of the currency", () => {
  assert.equal(formatMoney(money(1_234_560n, "USD")), "USD 12,345.60");
  assert.equal(formatBarePrice(money(99n, "USD")), "0.99");
  assert.equal(formatMoney(money(1_234_567n, "JPY")), "JPY 1,234,567");
  assert.equal(formatMoney(money(1_234_567n, "KWD")), "KWD 1,234.567");
  assert.equal(formatBarePrice(money(-100_000n, "USD")), "-1,000.00");
  assert.equal(formatBarePrice(money(10n ** 17n, "USD")), "1,000,000,000,000,000.00");
  assert.equal(formatCount(999), "999");
  assert.equal(formatCount(10_000n), "10,000");
});

test("a form without faults has no summary; in a summary, each fault links to its field", () => {
  assert.equal(renderFaults(freshForm()), null);
  const state: FormState = { ...freshForm(), faults: [{ field: "po", text: "Too <long>." }] };
  assert.match(String(renderFaults(state)), /<a href="#field-po">Too &#60;long&#62;\.<\/a>/);
});

test("a conflict shows the current and the typed value of each field that differs", () => {
  const name = { label: "Name", current: "<b>", typed: "Ours", differs: true };
  const email = { label: "E-mail", current: "a@b.example", typed: "a@b.example", differs: false };
  const both = String(renderConflict("Ann changed it.", [name, email]));
  assert.match(both, /Name<\/th>.*&#60;b&#62;<\/td>.*Ours<\/td>/);
  assert.doesNotMatch(both, /a@b/);
  assert.doesNotMatch(String(renderConflict("Ann changed it.", [email])), /<table/);
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
