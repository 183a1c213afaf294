import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, test } from "node:test";
import { selectAccount } from "../../src/accounts/queries.ts";
import { selectOffersOfPart } from "../../src/catalog/queries.ts";
import { createMailEncryption } from "../../src/mail/mailSecrets.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertAccount, insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openQuoteFixture, writeOption } from "../support/quoteFixture.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(() => openTestDatabase(2));

before(async () => {
  const { db } = database;
  await insertOffer(db, { partNumber: "A-1", vendor: "Acme", price: 1000, minQuantity: 2 });
  await insertOffer(db, { partNumber: "A-1", vendor: "Bolt", price: 1200, condition: "OH" });
  const now = new Date();
  const accountId = await insertAccount(db, now, { name: "Buyer" });
  const other = await insertAccount(db, now, { name: "Other" });
  const ofPart = { accountId, partNumber: "a-1", vendor: "Acme" };
  await insertAgreementRule(db, {
    ...ofPart,
    price: 900,
    validFrom: "2026-01-01",
    runId: 7,
    orderMin: 6,
  });
  await insertAgreementRule(db, { ...ofPart, price: 800, minQuantity: 10 });
  await insertAgreementRule(db, { ...ofPart, price: 700, minQuantity: 5, validTo: "2020-12-31" });
  await insertAgreementRule(db, { accountId, discount: 500, validFrom: "2026-01-01" });
  await insertAgreementRule(db, { accountId: other, partNumber: "A-1", price: 1 });
});

const explain = (...args: string[]) =>
  runCommand(database, ["price", "explain", "--account", "Buyer", ...args]);

test("each checked rule is listed with its outcome and the run that imported it", async () => {
  const args = ["--part", " a-1", "--vendor", "Acme", "--quantity", "6", "--day", "2026-11-21"];
  const answer = await explain(...args, "--json");
  assert.equal(answer.exitCode, 0, answer.stderr);
  const { offers, ...rest } = answer.json();
  assert.deepEqual([rest.day, rest.quantity, offers.length], ["2026-11-21", 6, 1]);
  const [{ steps, ...offer }] = offers;
  assert.deepEqual(offer, {
    part_number: "A-1",
    vendor: "Acme",
    condition: "NE",
    unit_of_measure: "EA",
    unit_price: { amount: "9.00", currency: "USD" },
    line_total: { amount: "54.00", currency: "USD" },
    quantity_breaks: [
      { min_quantity: 6, unit_price: { amount: "9.00", currency: "USD" } },
      { min_quantity: 10, unit_price: { amount: "8.00", currency: "USD" } },
    ],
    min_quantity: 6,
    multiple: 1,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answer of a command.
  const outcomes = steps.map(({ step, outcome, unit_price, rule }: any) => [
    step,
    outcome,
    unit_price?.amount,
    rule?.run_id,
    rule?.discount_percent,
  ]);
  assert.deepEqual(outcomes, [
    ["contract_line", "won", "9.00", "7", null],
    ["contract_line", "expired", "7.00", null, null],
    ["contract_line", "break_not_reached", "8.00", null, null],
    ["vendor_rule", "none", undefined, undefined, undefined],
    ["account_discount", "outranked", "9.50", null, 5],
    ["list_price", "outranked", "10.00", undefined, undefined],
  ]);
});

test("without a vendor, every offer is explained, with the rules of the requested day", async () => {
  const answer = await explain("--part", "A-1", "--quantity", "10", "--day", "2020-06-01");
  assert.equal(answer.exitCode, 0, answer.stderr);
  assert.match(answer.stdout, /^A-1, Acme, NE, EA: USD 7\.00, 10 for USD 70\.00$/m);
  assert.match(answer.stdout, /^A-1, Bolt, OH, EA: USD 12\.00, 10 for USD 120\.00$/m);
  assert.match(answer.stdout, /^ {2}contract line +not yet valid +USD 9\.00 .* 7$/m);
  assert.match(answer.stdout, /^ {2}account discount +not yet valid +USD 9\.50 \(-5%\)/m);
  assert.match(answer.stdout, /^ {2}vendor rule +none/m);
  assert.match(answer.stdout, /^ {2}Min\. 2, multiples of 1\.$/m);
  assert.match(answer.stdout, /^ {2}Breaks: USD 10\.00 from 2, USD 7\.00 from 5\.$/m);
});

test("the quotes of the account are named, in the catalog and outside of it", async () => {
  const { db } = database;
  const now = new Date("2026-11-21T12:00:00Z");
  const { accountId = assert.fail() } = (await selectAccount(db, "Buyer")) ?? {};
  const by = await insertBuyer(db, now, accountId);
  const mail = { publicUrl: "https://parts.example", supportEmail: "s@parts.example" };
  const mailEncryption = createMailEncryption(randomBytes(32));
  const quotes = openQuoteFixture({ db, mailEncryption, ...mail }, now);
  const [{ offerId } = assert.fail()] = await selectOffersOfPart(db, "A-1", "2026-11-21");
  const { requestId, requestNumber } = await quotes.request(by, [{}, {}]);
  await quotes.answer(requestId, [[writeOption({ offerId, amount: "8.5" })], [writeOption()]]);
  const args = ["--quantity", "2", "--day", "2026-11-21", "--json"];
  const inCatalog = (await explain("--part", "A-1", ...args)).json().offers;
  const [step] = inCatalog[0].steps;
  assert.deepEqual(
    [step.step, step.outcome, step.unit_price.amount, step.quote.quote_request_number],
    ["quote", "in_force", "8.50", requestNumber],
  );
  const [outside] = (await explain("--part", "QUOTED-1", ...args)).json().offers;
  assert.deepEqual([outside.unit_price.amount, outside.line_total.amount], ["12.50", "25.00"]);
  assert.match((await explain("--part", "QUOTED-1", ...args.slice(0, 4))).stdout, /RFQ-\d+/);
});
