// Merging what two people typed into the same form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeEdit } from "../../src/mergeEdit.ts";

const shown = { name: "Bolt", notes: "", price: "10.00", currency: "USD" };
const groups = [["name"], ["notes"], ["price", "currency"]] as const;

function merge(typed: Partial<typeof shown>, stored: Partial<typeof shown>) {
  const versions = { shown, typed: { ...shown, ...typed }, current: { ...shown, ...stored } };
  return mergeEdit<keyof typeof shown, typeof shown>(versions, groups);
}

test("fields that were not typed keep what others saved, and are named", () => {
  const { merged, conflicts, others } = merge({ name: "Bolt, hex" }, { notes: "Call first" });
  assert.deepEqual(merged, { ...shown, name: "Bolt, hex", notes: "Call first" });
  assert.deepEqual([conflicts, others], [[], ["notes"]]);
});

test("a field that both changed is a conflict, and all other fields are merged", () => {
  const mine = { name: "Mine", notes: "Mine too" };
  const { merged, conflicts, others } = merge(mine, { name: "Theirs", price: "12.00" });
  assert.deepEqual(merged, { ...shown, ...mine, price: "12.00" });
  assert.deepEqual([conflicts, others], [["name"], ["price"]]);
});

test("the same value from both is no conflict", () => {
  const { merged, conflicts, others } = merge({ name: "Same " }, { name: "Same" });
  assert.deepEqual(merged, { ...shown, name: "Same" });
  assert.deepEqual([conflicts, others], [[], []]);
});

test("the same value in another notation is no conflict, and no change", () => {
  const normalize = (row: typeof shown) => ({ ...row, price: String(Number(row.price)) });
  const merged = (sent: string, stored: string) => {
    const current = { ...shown, price: stored };
    const versions = { shown, typed: { ...shown, price: sent }, current };
    return mergeEdit<keyof typeof shown, typeof shown>(versions, groups, normalize);
  };
  const both = merged("11", "11.00");
  assert.deepEqual([both.merged.price, both.conflicts, both.others], ["11.00", [], []]);
  const theirs = merged("10", "11.00");
  assert.deepEqual([theirs.merged.price, theirs.conflicts], ["11.00", []], "not typed");
  assert.deepEqual(merged("12", "11.00").conflicts, ["price"]);
});

test("a group is taken from one person, never half of it from each", () => {
  const { merged, conflicts } = merge({ price: "9.00" }, { currency: "EUR" });
  assert.deepEqual([merged.price, merged.currency], ["9.00", "USD"]);
  assert.deepEqual(conflicts, ["price", "currency"]);
  const untouched = merge({ name: "Mine" }, { price: "9.00", currency: "EUR" });
  assert.deepEqual([untouched.merged.price, untouched.merged.currency], ["9.00", "EUR"]);
  assert.deepEqual(untouched.conflicts, []);
});

test("a conflict that was shown is decided for what was typed", () => {
  const first = merge({ name: "Mine" }, { name: "Theirs", notes: "Theirs" });
  const current = { ...shown, name: "Theirs", notes: "Theirs" };
  const versions = { shown: current, typed: first.merged, current };
  const again = mergeEdit<keyof typeof shown, typeof shown>(versions, groups);
  assert.deepEqual(again.merged, { ...shown, name: "Mine", notes: "Theirs" });
  assert.deepEqual(again.conflicts, []);
});
