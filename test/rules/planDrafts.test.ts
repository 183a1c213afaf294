// Distributing rows over drafts: each row once, within the limits of an order.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Currency } from "../../src/money.ts";
import { type DraftRow, planDrafts } from "../../src/quickOrders/planDrafts.ts";

function toRows(offers: readonly number[], currency = "USD"): DraftRow[] {
  return offers.map((offerId, index) => ({
    rowNumber: index + 1,
    offerId: offerId as OfferId,
    quantity: index + 1,
    currency: currency as Currency,
    remark: null,
    neededBy: null,
    certificate: null,
    condition: null,
    note: null,
    offeredCertificate: null,
    askedQuantity: null,
    partNumber: `DA-${offerId}`,
    offeredNumber: `DA-${offerId}`,
    offeredCondition: "NE",
    first: null,
  }));
}

test("500 offers are one draft, 501 are two", () => {
  const offers = Array.from({ length: 501 }, (_, index) => index);
  assert.deepEqual(
    planDrafts(toRows(offers.slice(0, 500))).map(({ lines }) => lines.length),
    [500],
  );
  assert.deepEqual(
    planDrafts(toRows(offers)).map(({ lines }) => lines.length),
    [500, 1],
  );
});

test("rows of one offer go into one draft, even if it is full", () => {
  const planned = planDrafts(toRows([1, 2, 3, 1]), 2);
  assert.deepEqual(
    planned.map(({ rowNumbers }) => rowNumbers),
    [[1, 2, 4], [3]],
  );
  const instructions = { remark: null, neededBy: null };
  assert.deepEqual(planned[0]?.lines[0], { offerId: 1, quantity: 5, instructions });
});

test("a line says which quantity was requested before it was reduced, ahead of other remarks", () => {
  const [first, ...others] = toRows([1, 2, 3]);
  assert.ok(first !== undefined);
  const reduced = { ...first, askedQuantity: 5_000, certificate: "8130-3", remark: "AOG" };
  const same = { ...first, rowNumber: 4, offerId: 4 as OfferId, askedQuantity: first.quantity };
  const [draft] = planDrafts([reduced, ...others, same]);
  assert.deepEqual(
    draft?.lines.map(({ instructions }) => instructions?.remark ?? null),
    ["Certificate requested: FAA 8130-3; 5,000 requested, 1 ordered; AOG", null, null, null],
  );
});

test("a line says which conditions were accepted, and that its row was split", () => {
  const [either, one, split, read] = toRows([1, 2, 3, 4]).map((row) => ({ ...row, quantity: 25 }));
  assert.ok(either && one && split && read);
  const [draft] = planDrafts([
    { ...either, condition: "NE / OH", remark: "AOG" },
    { ...one, condition: "NE" },
    { ...split, note: "1,040 split into rows 3 and 58." },
    { ...read, note: "Read as part number 1, quantity 25." },
  ]);
  assert.deepEqual(
    draft?.lines.map(({ instructions }) => instructions?.remark ?? null),
    [
      "Condition requested: NE or OH; AOG",
      null,
      "25 of 1,040 requested, split over two offers",
      null,
    ],
  );
});

const said = {
  partNumber: "DA20736-1",
  condition: null,
  quantity: null,
  certificate: null,
  cells: null,
};

/** What the first line says of rows of one offer. */
function readRemark(...rows: readonly Partial<DraftRow>[]) {
  const all = toRows(rows.map(() => 1)).map((row, index) => ({ ...row, ...rows[index] }));
  return planDrafts(all)[0]?.lines[0]?.instructions?.remark ?? null;
}

test("a line says which number was listed, if another part is ordered", () => {
  const ordered = { partNumber: "DA20736-7", offeredNumber: "DA20736-7" };
  assert.equal(readRemark({ ...ordered, first: said }), "Listed as DA20736-1");
  const plain = { ...said, partNumber: "da20736-7" };
  assert.equal(readRemark({ ...ordered, first: plain }), null);
  const otherwise = { ...said, partNumber: "DA20736/7" };
  assert.equal(readRemark({ ...ordered, first: otherwise }), "Listed as DA20736/7");
  assert.equal(readRemark({ ...ordered, partNumber: "ＤＡ20736-7" }), null);
  const stockNumber = { ...ordered, partNumber: "5310-01-234-5678" };
  assert.equal(readRemark(stockNumber), "Listed as 5310-01-234-5678");
  const of = (cell: string) => ({ ...said, partNumber: cell, cells: [cell, "5"] });
  assert.equal(readRemark({ ...ordered, first: of("DA20736-7 x 5") }), null);
  assert.equal(readRemark({ ...ordered, first: of("DA 20736-7, 5") }), null);
  const other = { ...ordered, first: of("DA20736-77; 5") };
  assert.equal(readRemark(other), "Listed as DA20736-77, 5");
  assert.equal(
    readRemark({ ...ordered, quantity: 30 }, { ...ordered, quantity: 25, first: said }),
    "25 listed as DA20736-1",
  );
});

test("a line says which condition and certificate were requested first", () => {
  const wish = { ...said, partNumber: "DA-1", condition: "SV", certificate: "8130-3" };
  const first = { condition: "OH", offeredCondition: "OH", first: wish };
  const asked = "Certificate requested: FAA 8130-3; Condition requested: SV";
  assert.equal(readRemark({ ...first, offeredCertificate: "CoC" }), asked);
  const condition = "Condition requested: SV";
  assert.equal(readRemark({ ...first, offeredCertificate: "8130-3; CoC" }), condition);
  const both = { ...wish, condition: "NE / OH", certificate: null };
  assert.equal(readRemark({ ...first, first: both }), "Condition requested: NE or OH");
  assert.equal(readRemark({ condition: "NE", first: { ...both, condition: "NE" } }), null);
});

test("a wish that does not concern all of a merged line says for how many it is", () => {
  const coc = "Certificate of Conformance";
  const fifty = { quantity: 1_050, condition: "NE", certificate: "CoC" };
  const other = { quantity: 30, condition: "SV", certificate: "8130-3" };
  const offered = { offeredCertificate: "CoC" };
  assert.equal(
    readRemark({ ...fifty, ...offered }, { ...other, ...offered }, { quantity: 5, ...offered }),
    "Certificate requested for 30: FAA 8130-3; Condition requested for 30: SV",
  );
  assert.equal(
    readRemark(fifty, other, { ...fifty, quantity: 1 }),
    `Certificate requested for 1,051: ${coc}; Certificate requested for 30: FAA 8130-3; ` +
      "Condition requested for 30: SV",
  );
  assert.equal(readRemark(fifty, { ...fifty, quantity: 2 }), `Certificate requested: ${coc}`);
});

test("a merged line says which quantity is needed by which day and for what", () => {
  const [soon, later] = ["2026-12-05", "2026-12-20"];
  const early = { quantity: 30, neededBy: soon };
  const stn = { quantity: 25, neededBy: later, remark: "line stn; gate 4" };
  assert.equal(
    readRemark(early, stn, early),
    "60 needed by 5 Dec 2026; 25 needed by 20 Dec 2026: line stn, gate 4",
  );
  const plain = { quantity: 5, remark: "AOG" };
  assert.equal(readRemark(plain, plain), "AOG");
  assert.equal(readRemark({ quantity: 4 }, plain), "5: AOG");
  const days = [
    { ...plain, neededBy: soon },
    { ...plain, neededBy: later },
  ];
  const written = "5 needed by 5 Dec 2026; 5 needed by 20 Dec 2026; AOG";
  assert.equal(readRemark(...days), written);
  const wish = { quantity: 9, remark: "certificate: DEF STAN; AOG" };
  assert.equal(readRemark(wish, { quantity: 4 }), "certificate: DEF STAN; 9: AOG");
});

test("a merged line has the sum of what was requested, if that is not what is ordered", () => {
  const rounded = { quantity: 200, askedQuantity: 150 };
  assert.equal(readRemark({ quantity: 500 }, rounded), "650 requested, 700 ordered");
  assert.equal(readRemark(rounded), "150 requested, 200 ordered");
  assert.equal(readRemark(rounded, { quantity: 150, askedQuantity: 200 }), null);
});

test("every row is in one draft, no quantity is lost, no draft is too long", () => {
  const offers = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 });
  fc.assert(
    fc.property(offers, offers, (dollars, euros) => {
      const rows = [...toRows(dollars), ...toRows(euros, "EUR")].map((row, index) => ({
        ...row,
        rowNumber: index + 1,
      }));
      const planned = planDrafts(rows, 4);
      const placed = planned.flatMap(({ rowNumbers }) => rowNumbers).sort((a, b) => a - b);
      assert.deepEqual(
        placed,
        rows.map(({ rowNumber }) => rowNumber),
      );
      const sum = (all: readonly { readonly quantity: number }[]) =>
        all.reduce((total, { quantity }) => total + quantity, 0);
      assert.equal(sum(planned.flatMap(({ lines }) => lines)), sum(rows));
      for (const { lines, currency, rowNumbers } of planned) {
        assert.ok(lines.length <= 4);
        assert.equal(new Set(lines.map(({ offerId }) => offerId)).size, lines.length);
        for (const row of rowNumbers) assert.equal(rows[row - 1]?.currency, currency);
      }
    }),
  );
});
