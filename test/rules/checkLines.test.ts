// One check of lines: the API, drafts and quick orders give the same reason for the same line.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offer } from "../../src/catalog/offer.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Currency } from "../../src/kit/money.ts";
import { editLines } from "../../src/orders/drafts/editDraft.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import { planOrder } from "../../src/orders/placeOrder.ts";
import { openAgreement } from "../../src/prices/agreement.ts";
import { checkRows } from "../../src/quickOrders/checkRows.ts";

const now = new Date("2026-11-21T12:00:00Z");
const agreement = openAgreement([], "2026-11-21");
const offer: Offer = {
  offerId: 1 as OfferId,
  partNumber: "P-1",
  partNumberKey: "P-1",
  title: null,
  vendor: "Acme",
  condition: "NE",
  unitOfMeasure: "EA",
  stock: 12_500,
  listPrice: { minor: 100n, currency: "USD" as Currency },
  status: "ACTIVE",
  minQuantity: 10,
  multiple: 5,
  supersededBy: null,
  certificate: null,
  manufacturer: null,
  cage: null,
  leadTimeDays: null,
};

const cases: readonly (readonly [fields: Partial<Offer>, quantity: number, reason: string])[] = [
  [{ status: "ON_HOLD" }, 10, "P-1 is on hold and cannot be ordered."],
  [
    { status: "SUPERSEDED", supersededBy: "P-2" },
    10,
    "P-1 is superseded by P-2 and cannot be ordered.",
  ],
  [{}, 12, "P-1: packs of 5, min. 10. Nearest quantities: 10 and 15."],
  [{ multiple: 1 }, 9, "P-1: min. 10. Nearest quantity: 10."],
  [
    { multiple: 6, stock: 2_000_000 },
    1_000_000,
    "P-1: packs of 6, min. 10. Nearest quantity: 999,996.",
  ],
  [{}, 20_000, "P-1: 20,000 requested, 12,500 in stock."],
];

for (const [fields, quantity, reason] of cases) {
  test(`the API, drafts and quick orders say: ${reason}`, () => {
    const checked = { ...offer, ...fields };
    const { offerId } = checked;
    const offers = new Map([[offerId, checked]]);
    const opened = { offerId, mintedAtS: 0 };
    const bounds = { oldestMintS: 0, firstNeededDay: "2026-11-21" };
    const requested = { opened, quantity, ...noInstructions };
    const plan = planOrder([requested], { offers, agreement, ...bounds });
    assert.ok(plan.outcome === "refused");
    const draft = { lines: [], subtotal: null };
    const facts = { offers, agreement, quotes: new Map() };
    const edited = editLines(draft, { added: [{ offerId, quantity }] }, facts, now);
    assert.ok(edited.outcome === "refused");
    const row = {
      rowNumber: 1,
      partNumber: "P-1",
      quantityText: String(quantity),
      quantity,
      quantityFault: null,
      condition: null,
      certificate: null,
      chosenOfferId: null,
    };
    const rows = checkRows([row], {
      offers: [checked],
      suggested: [],
      replacement: null,
      agreement,
      manufacturers: new Map(),
    });
    const reasons = [
      plan.faults.map(({ message }) => message),
      edited.lines.flatMap(({ faults }) => faults.map(({ message }) => message)),
      rows.map((one) => one.reason),
    ];
    assert.deepEqual(reasons, [[reason], [reason], [reason]]);
  });
}
