// Over random histories of requests, answers, corrections, acceptances, edits, confirmations, ends of
// validity and changes of the agreement: one price, one check, and what was shown is confirmed.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, utcDay } from "../../src/kit/day.ts";
import { isSamePrice, multiplyPrice } from "../../src/kit/price.ts";
import { editDraft } from "../../src/orders/drafts/editDraft.ts";
import { loadDraftFacts, type ReviewedLine } from "../../src/orders/drafts/reviewDraft.ts";
import { discardDraft } from "../../src/orders/endOrder.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { selectOrder } from "../../src/orders/queries.ts";
import { runOrderTransaction } from "../../src/orders/runOrderTransaction.ts";
import { findUnitPrice } from "../../src/prices/unitPrice.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openOrderFixture } from "../support/orderFixture.ts";
import { openQuoteFixture, writeOption } from "../support/quoteFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(() => openOrderFixture());

const small = fc.integer({ min: 0, max: 3 });
const quantity = fc.integer({ min: 1, max: 8 });
/** What happens; `pick` chooses the request, draft or line that it happens to. */
const event = fc.oneof(
  fc.record({ kind: fc.constant("request" as const) }),
  fc.record({
    kind: fc.constant("answer" as const),
    pick: small,
    // A price in ten-thousandths, so that lines are rounded.
    price: fc.integer({ min: 1, max: 300_000 }),
    quantity,
    days: fc.integer({ min: 0, max: 4 }),
    isOffer: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("accept" as const),
    pick: small,
    line: fc.integer({ min: 1, max: 2 }),
    quantity,
    draft: fc.option(small),
  }),
  fc.record({ kind: fc.constant("edit" as const), pick: small, line: small, quantity: fc.nat(8) }),
  fc.record({ kind: fc.constant("add" as const), pick: small, quantity }),
  fc.record({ kind: fc.constant("confirm" as const), pick: small }),
  fc.record({ kind: fc.constant("discard" as const), pick: small }),
  fc.record({ kind: fc.constant("day" as const) }),
  fc.record({ kind: fc.constant("agree" as const), price: fc.integer({ min: 1, max: 3_000 }) }),
);

type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

/** How the quotes of reviewed lines were. */
const reviewed = new Set<string>();

/** An account, what it may order, and what happened to it. */
async function openHistory() {
  const { db, now: start, mail } = fixture;
  const by = await insertBuyer(db, start);
  const partNumber = `H-${by.account.accountId}`;
  const offerId = await insertOffer(db, { partNumber, price: 1_000, stock: 12 });
  const context = { ...mail, db, mailEncryption: mail.encryption };
  const quotes = openQuoteFixture(context, start);
  const requests: string[] = [];
  const orders: string[] = [];
  let now = start;
  const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];
  const read = async (orderId: string): Promise<StoredOrder> =>
    (await selectOrder(db, by.account.accountId, orderId)) ?? assert.fail();
  const asked = (orderId: string) => ({ signedIn: by, orderId, requestId: "r", now });
  const draftAt = async (pick: number | null): Promise<StoredOrder | undefined> => {
    const all = await Promise.all(orders.map(read));
    return pick === null
      ? undefined
      : pickOf(
          all.filter(({ status }) => status === "draft"),
          pick,
        );
  };
  const edit = async (pick: number, change: object) => {
    const draft = await draftAt(pick);
    if (draft === undefined) return;
    await runOrderTransaction(db, (tx) =>
      editDraft(tx, { ...asked(draft.orderId), version: null, edit: change }),
    );
  };

  /** Accepting never gets another price than the quote's, nor more than it has. */
  async function accept(requestId: string, one: Extract<Event, { kind: "accept" }>) {
    const orderId = (await draftAt(one.draft))?.orderId ?? null;
    const { quote } = await quotes.read(requestId);
    const option = quote?.options.find(({ lineNumber }) => lineNumber === one.line);
    const number = option?.option ?? 1;
    const accepted = [{ line: one.line, option: number, quantity: one.quantity }];
    const outcome = await quotes.tryAccept(by, requestId, accepted, { orderId, at: now });
    if (outcome === "busy" || outcome.outcome !== "accepted") return;
    if (orderId === null) orders.push(outcome.order.orderId);
    const line = outcome.order.lines.find((added) => added.quote?.optionId === option?.optionId);
    assert.ok(option !== undefined && line !== undefined);
    assert.ok(isSamePrice(line.unitPrice, option.unitPrice));
    assert.ok(option.validUntil >= utcDay(now) && one.quantity <= option.left);
  }

  async function answer(requestId: string, one: Extract<Event, { kind: "answer" }>) {
    const option = writeOption({
      offerId: one.isOffer ? offerId : null,
      amount: `${Math.floor(one.price / 10_000)}.${String(one.price % 10_000).padStart(4, "0")}`,
      quantity: one.quantity,
      validUntil: addDays(utcDay(now), one.days),
    });
    const before = (await quotes.read(requestId)).quote;
    const outcome = await quotes.tryAnswer(requestId, [[option], [option]], { at: now });
    const after = (await quotes.read(requestId)).quote;
    const isCorrected = after?.version === (before?.version ?? 0) + 1;
    assert.equal(isCorrected, outcome.outcome === "changed", outcome.outcome);
  }

  /** What a review shows is what is confirmed. */
  async function confirm(pick: number) {
    const draft = await draftAt(pick);
    if (draft === undefined) return;
    const shown = await fixture.review(draft, now);
    const outcome = await fixture.confirm(by, draft, now);
    assert.equal(outcome.outcome === "confirmed", shown.blocked === 0, outcome.outcome);
    if (outcome.outcome !== "confirmed") return;
    const stored = await read(draft.orderId);
    assert.deepEqual(
      stored.lines.map(({ unitPrice, lineTotal, quote }) => ({ unitPrice, lineTotal, quote })),
      shown.lines.map(({ after }) => ({
        unitPrice: after?.unitPrice,
        lineTotal: after?.lineTotal,
        quote: after?.quote,
      })),
    );
    assert.deepEqual(stored.subtotal, shown.subtotal);
  }

  async function agree(price: number) {
    const { accountId } = by.account;
    await fixture.run("delete from agreement_rules where account_id = $1", [accountId]);
    await insertAgreementRule(db, { accountId, partNumber, price });
  }

  async function discard(pick: number) {
    const draft = await draftAt(pick);
    if (draft === undefined) return;
    const discarded = { ...asked(draft.orderId), version: null };
    await db.transaction((tx) => discardDraft(tx, discarded));
  }

  async function toRequest(one: Extract<Event, { kind: "answer" | "accept" }>) {
    const requestId = pickOf(requests, one.pick);
    if (requestId === undefined) return;
    await (one.kind === "answer" ? answer(requestId, one) : accept(requestId, one));
  }

  async function apply(one: Event): Promise<void> {
    switch (one.kind) {
      case "request":
        requests.push((await quotes.request(by, [{}, {}])).requestId);
        return;
      case "day":
        now = new Date(now.getTime() + 86_400_000);
        return;
      case "agree":
        return agree(one.price);
      case "add":
        return edit(one.pick, { added: [{ offerId, quantity: one.quantity }] });
      case "edit":
        return edit(one.pick, { quantities: new Map([[one.line + 1, one.quantity]]) });
      case "confirm":
        return confirm(one.pick);
      case "discard":
        return discard(one.pick);
      default:
        return toRequest(one);
    }
  }

  /** Of a draft: a quote in force sets the price, else the agreement, as everywhere. */
  async function checkDraft(order: StoredOrder) {
    const review = await fixture.review(order, now);
    const facts = await loadDraftFacts(db, order, order.lines, now);
    const isOrdinary = ({ before, after }: ReviewedLine) =>
      before.offerId === offerId && after?.quote === null;
    const ordinary = review.lines.filter(isOrdinary);
    const sum = ordinary.reduce((all, { before }) => all + before.quantity, 0);
    for (const { before, after, quote, offer } of review.lines) {
      if (before.quote === null || after === null) continue;
      const own = findUnitPrice(offer ?? assert.fail(), facts.agreement, sum).price;
      const expected = quote?.status === "in_force" ? quote.quote.unitPrice : own;
      assert.ok(expected !== null && isSamePrice(after.unitPrice, expected));
      assert.deepEqual(after.lineTotal, multiplyPrice(after.unitPrice, after.quantity));
      assert.equal(after.quote === null, quote?.status !== "in_force");
      reviewed.add(quote?.status ?? "none");
    }
  }

  async function checkDrafts() {
    const all = await Promise.all(orders.map(read));
    for (const order of all.filter(({ status }) => status === "draft")) await checkDraft(order);
  }

  /** No option is ordered above its quantity, whatever happened. */
  async function checkQuantities() {
    const text = `select from quote_options p join quote_requests q using (request_id)
      where q.account_id = $1 and p.quantity < (
        select sum(l.quantity) from order_lines l join orders o using (order_id)
        where l.quote_option = p.option_id and o.status not in ('cancelled', 'expired')
      )`;
    assert.deepEqual(await fixture.run(text, [by.account.accountId]), []);
  }

  return { apply, checkDrafts, checkQuantities };
}

test("quoted lines have one price, are never more than was quoted, and are confirmed as shown", async () => {
  const first: Event[] = [
    { kind: "request" },
    { kind: "answer", pick: 0, price: 123_456, quantity: 6, days: 3, isOffer: true },
    { kind: "accept", pick: 0, line: 1, quantity: 3, draft: null },
  ];
  const expired: Event[] = Array.from({ length: 4 }, () => ({ kind: "day" }));
  const usedUp: Event[] = Array.from({ length: 3 }, () => {
    return { kind: "accept", pick: 0, line: 1, quantity: 3, draft: null };
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 6, maxLength: 14 }), async (events) => {
      const history = await openHistory();
      for (const one of [...first, ...events]) {
        await history.apply(one);
        await history.checkDrafts();
        await history.checkQuantities();
      }
    }),
    { numRuns: 30, examples: [[expired], [usedUp]] },
  );
  assert.ok(reviewed.has("in_force") && reviewed.has("expired"), [...reviewed].join());
});
