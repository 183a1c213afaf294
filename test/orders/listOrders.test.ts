// Lists of orders: tabs with counts, pages, search, and drafts to confirm.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import { takeOrderNumber } from "../../src/orders/changeQueries.ts";
import { exportOrders } from "../../src/orders/documents/writeOrderFile.ts";
import { loadDraftReviews } from "../../src/orders/drafts/reviewDraft.ts";
import {
  type OrderStatus,
  type StoredOrder,
  toOrderIdRange,
  toOrderNumber,
} from "../../src/orders/order.ts";
import { type RecordFilter, readReportedOrders } from "../../src/orders/recordQueries.ts";
import {
  countByStatus,
  maxCountedOrders,
  searchSummaries,
  selectSummaries,
} from "../../src/orders/summaryQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openOrderFixture } from "../support/orderFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(openOrderFixture);
const buyer = share(() => fixture.openBuyer());
let orders: StoredOrder[];

before(async () => {
  const other = await fixture.openBuyer();
  const one = await insertOffer(fixture.db, { partNumber: "L-1" });
  const two = await insertOffer(fixture.db, { partNumber: "L-2" });
  await fixture.draft(other, [[one, 1]], "PO-4711");
  orders = [
    await fixture.draft(buyer, [[one, 1]], "PO-4711"),
    await fixture.draft(buyer, [[two, 1]], "po-47"),
    await fixture.draft(buyer, [[one, 2]], "%_Ünï"),
    await fixture.draft(
      buyer,
      [
        [one, 2],
        [two, 2],
      ],
      "X",
    ),
  ];
  await fixture.confirm(buyer, orders[1] as StoredOrder);
});

const filter = (fields = {}) => ({
  accountId: buyer.account.accountId,
  status: null,
  before: null,
  limit: 50,
  ...fields,
});

const search = async (text: string, fields = {}) => {
  const query = { text, partNumberKey: partNumberKey(text) };
  const found = await searchSummaries(fixture.db, query, filter(fields));
  return found.map(({ orderId }) => orders.findIndex((order) => order.orderId === orderId));
};

test("a tab shows the orders of its status newest first, in consecutive pages", async () => {
  const drafts = await selectSummaries(fixture.db, filter({ status: "draft" }));
  assert.deepEqual(
    drafts.map(({ poNumber }) => poNumber),
    ["X", "%_Ünï", "PO-4711"],
  );
  const first = await selectSummaries(fixture.db, filter({ limit: 2 }));
  const next = await selectSummaries(fixture.db, filter({ before: first[1]?.orderId }));
  assert.equal(first.length + next.length, 4);
  assert.equal(next[0]?.orderId, orders[1]?.orderId);
  const page = await selectSummaries(
    fixture.db,
    filter({ status: "draft", before: first[1]?.orderId }),
  );
  assert.deepEqual(
    page.map(({ orderId }) => orderId),
    [orders[0]?.orderId],
  );
  assert.deepEqual(
    [first[0]?.lines, first[0]?.madeBy, first[0]?.madeByKey, first[0]?.subtotal.minor],
    [2, "Ada Buyer", false, 4000n],
  );
});

test("counts include only the account's orders", async () => {
  const counts = await countByStatus(fixture.db, buyer.account.accountId);
  assert.deepEqual(counts, { draft: 3, confirmed: 1, fulfilled: 0, cancelled: 0, expired: 0 });
});

test("a purchase order number is found by its prefix, ignoring case, and wildcards are literal", async () => {
  assert.deepEqual(await search("PO-47"), [1, 0]);
  assert.deepEqual(await search("po-4711"), [0]);
  assert.deepEqual(await search("%"), [2]);
  assert.deepEqual(await search("%_üNÏ"), [2]);
  assert.deepEqual(await search("_"), []);
  assert.deepEqual(await search("PO-47", { status: "draft" }), [0]);
  assert.deepEqual(await search("PO-47", { before: orders[1]?.orderId }), [0]);
});

test("punctuation doesn't count inside a purchase order number or at the end of an order number", async () => {
  for (const text of ["po 4711", "PO4711", "o.47 11", "-4711"]) {
    assert.deepEqual(await search(text), [0], text);
  }
  assert.deepEqual(await search("11"), [0], "two characters at the end");
  assert.deepEqual(await search("71"), []);
  assert.deepEqual(await search("1"), []);
  assert.deepEqual(await search("--- ---"), []);
  const { orderNumber } = orders[2] as StoredOrder;
  assert.deepEqual(await search(orderNumber.slice(-4)), [2]);
  assert.deepEqual(await search(orderNumber.slice(-3)), []);
});

test("an order is found by a part number, by its number, its id or a prefix of its id", async () => {
  assert.deepEqual(await search(" l-2 "), [3, 1]);
  assert.deepEqual(await search("L-1"), [3, 2, 0]);
  const { orderId, orderNumber } = orders[2] as StoredOrder;
  const digits = orderNumber.slice(3);
  for (const text of [orderNumber, ` so-${digits}`, `SO${digits}`, `SO ${digits}`, `#${digits}`]) {
    assert.deepEqual(await search(text), [2], text);
  }
  assert.deepEqual(await search(digits), [2]);
  assert.deepEqual(await search(orderNumber.slice(0, -1)), []);
  assert.deepEqual(await search(orderId), [2]);
  assert.ok((await search(orderId.slice(0, 13).toUpperCase())).includes(2));
  assert.deepEqual(await search("ffffffff"), []);
});

test("an order number has a digit from 1 to 9 and 5 to 18 others, with or without SO", () => {
  assert.equal(toOrderNumber("so–100234"), "SO-100234");
  for (const text of ["", "SO-", "SO-10023", "SO-0100234", "PO-100234", "01912345", "SO-1e5"]) {
    assert.equal(toOrderNumber(text), undefined, text);
  }
  assert.equal(toOrderNumber("1".repeat(19)), `SO-${"1".repeat(19)}`);
  assert.equal(toOrderNumber("1".repeat(20)), undefined);
});

test("order numbers increase, are unique, and are not used again after a failed transaction", async () => {
  const taken = new Set(orders.map(({ orderNumber }) => orderNumber));
  assert.equal(taken.size, orders.length);
  let lost = "";
  await assert.rejects(
    fixture.db.transaction(async (tx) => {
      lost = await takeOrderNumber(tx);
      throw new Error("rolled back");
    }),
    /rolled back/,
  );
  const next = await fixture.db.transaction((tx) => takeOrderNumber(tx));
  assert.ok(Number(next.slice(3)) > Number(lost.slice(3)));
  assert.ok(!taken.has(lost) && lost.startsWith("SO-"));
});

test("a prefix of an id has from 8 digits up to the whole id", () => {
  const id = "019aa5f2-1c3d-7abc-8def-0123456789ab";
  for (let length = 0; length <= id.length; length += 1) {
    const range = toOrderIdRange(id.slice(0, length));
    assert.equal(range !== undefined, length >= 8, id.slice(0, length));
    if (range !== undefined) assert.ok(range.from <= id && id <= range.to);
  }
  for (const text of [`${id}0`, "019aa5f21", "019aa5f2-1c3d7", "zzzzzzzz", "019aa5f2--"]) {
    assert.equal(toOrderIdRange(text), undefined, text);
  }
});

test("a draft to confirm shows what has changed since it was created", async () => {
  await fixture.run("update offers set status = 'ON_HOLD' where part_number = 'L-2'");
  await fixture.run("update offers set list_price = 999 where part_number = 'L-1'");
  const reviews = await loadDraftReviews(fixture.db, buyer.account.accountId, 2, fixture.now);
  assert.deepEqual(
    reviews.map(({ draft, blocked, movedPrices }) => [draft.poNumber, blocked, movedPrices]),
    [
      ["X", 1, 1],
      ["%_Ünï", 0, 1],
    ],
  );
});

test("an export contains the lines of the orders that match a search, of one account only", async () => {
  const session = await fixture.db.openSession();
  const poNumbers = async (chosen: Partial<RecordFilter>) => {
    const { accountId } = buyer.account;
    const rows: unknown[] = [];
    const all = { accountId, status: null, ...chosen };
    const exported = exportOrders(readReportedOrders(fixture.db, session, all));
    for await (const row of exported) rows.push(row[3]);
    return rows.slice(1);
  };
  const search = { text: "L-1", partNumberKey: partNumberKey("L-1") };
  assert.deepEqual(await poNumbers({ search }), ["X", "X", "%_Ünï", "PO-4711"]);
  assert.deepEqual(await poNumbers({ search, status: "confirmed" }), []);
  const { orderId } = orders[3] as StoredOrder;
  assert.deepEqual(await poNumbers({ orderId }), ["X", "X"]);
  await session.close();
});

test("a search works the same for 1,000 and 1,001 orders, and a count stops at 999", async () => {
  const many = await fixture.openBuyer();
  const { accountId } = many.account;
  const insert = (count: number) =>
    fixture.run(
      `insert into orders (order_id, account_id, status, po_number, currency, subtotal,
        request_id, created_at, user_id, made_by)
        select uuidv7('1 day'::interval + g * '1 second'::interval), $1,
          case when g % 2 = 0 then 'draft' else 'expired' end, 'M-' || g, 'USD', 1, 'r', now(),
          gen_random_uuid(), 'Ada'
        from generate_series((select count(*) from orders where account_id = $1) + 1, $2) g`,
      [accountId, count],
    );
  const newest = async (text: string, status: OrderStatus | null) => {
    const query = { text, partNumberKey: text };
    const found = await searchSummaries(fixture.db, query, filter({ accountId, status, limit: 2 }));
    return found.map(({ poNumber }) => poNumber);
  };
  for (const count of [1_000, 1_001]) {
    await insert(count);
    assert.deepEqual(await newest("m-", null), [`M-${count}`, `M-${count - 1}`]);
    const odd = [999, 1_000, 1_001].filter((one) => one % 2 === 1 && one <= count).at(-1) ?? 0;
    assert.deepEqual(await newest("M-", "expired"), [`M-${odd}`, `M-${odd - 2}`]);
    assert.deepEqual(await newest("M-99", "draft"), ["M-998", "M-996"]);
  }
  await insert(1_999);
  const { draft, expired } = await countByStatus(fixture.db, accountId);
  assert.deepEqual([draft, expired], [maxCountedOrders, maxCountedOrders + 1]);
});
