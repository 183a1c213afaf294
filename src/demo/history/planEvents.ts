// What happens besides orders: accounts, keys, key requests, invitations, imports.
import { randomUUID } from "node:crypto";
import type { AccountId, KeyId } from "../../accounts/account.ts";
import { openAccount } from "../../accounts/openAccount.ts";
import { selectAccount } from "../../accounts/queries.ts";
import { suspendAccount } from "../../accounts/suspension.ts";
import { newId } from "../../db/newId.ts";
import { selectFile } from "../../imports/fileQueries.ts";
import type { GuardRails } from "../../imports/guardRails.ts";
import { receiveImportFile } from "../../imports/receiveFile.ts";
import { requestRevert } from "../../imports/revert.ts";
import type { RunId } from "../../imports/run.ts";
import { selectRun } from "../../imports/runQueries.ts";
import { requestRun } from "../../imports/startRun.ts";
import { runImportWork } from "../../jobs/importWork.ts";
import { addDays, utcDay } from "../../kit/day.ts";
import type { Currency } from "../../kit/money.ts";
import { runOrderTransaction } from "../../orders/runOrderTransaction.ts";
import { createList, saveList } from "../../quickOrders/createList.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import { acceptQuote } from "../../quotes/acceptQuote.ts";
import type { WrittenAnswer, WrittenOption } from "../../quotes/answerRules.ts";
import {
  answerQuoteRequest,
  withdrawQuoteRequest,
  writeOnQuoteRequest,
} from "../../quotes/changeQuoteRequest.ts";
import type { QuoteLine, QuoteRequest } from "../../quotes/quoteRequest.ts";
import { selectQuoteRequest } from "../../quotes/quoteRequestQueries.ts";
import { requestQuote } from "../../quotes/requestQuote.ts";
import { encodeCsvLine } from "../../reading/files/writeCsv.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { importDemoFile, onHand } from "../demoFile.ts";
import type { DemoRandom } from "../demoRandom.ts";
import { demoShowcase } from "../demoShowcase.ts";
import type { History } from "./history.ts";
import {
  answer,
  enterFromMail,
  invite,
  issueDirectly,
  issueFor,
  match,
  openAccountFor,
  requestForAccount,
  revoke,
  submitForm,
} from "./historyKeys.ts";
import { bouncingAddresses } from "./historyMails.ts";
import { expireOldDrafts } from "./historyOrders.ts";
import { type HistoryOffer, selectWantedOffer } from "./historyQueries.ts";
import {
  addHours,
  atHour,
  historyDays,
  isWeekend,
  requestIdAt,
  startOfDay,
} from "./historyTimes.ts";

// Quote requests of the history: in every state, with quotes that were corrected, are accepted in
// part, have ended or are about to, and one on which the buyer wrote again.

type Wanted = Pick<QuoteLine, "partNumber" | "reason" | "quantity"> &
  Partial<Pick<QuoteLine, "neededBy" | "remark" | "rowNumber">>;

/** A line for the offer of a part, as far as the catalog has one. */
async function toLine({ context }: History, wanted: Wanted): Promise<QuoteLine> {
  const unknown = { offerId: null, vendor: null, condition: null, certificate: null };
  const offer = await selectWantedOffer(context.db, wanted.partNumber);
  const nothing = { unitOfMeasure: null, neededBy: null, remark: null, rowNumber: null };
  return { ...unknown, ...nothing, ...offer, ...wanted };
}

/** Sends a request; returns its id. */
async function request(
  history: History,
  signedIn: SignedIn,
  sent: { readonly wanted: readonly Wanted[]; readonly message: string; readonly listId?: ListId },
  now: Date,
): Promise<string> {
  const { wanted, message, listId = null } = sent;
  const lines = await Promise.all(wanted.map((one) => toLine(history, one)));
  const form = { formId: randomUUID(), lines, message, poNumber: null, listId };
  const requested = await requestQuote(history.context, signedIn, form, now);
  if (requested.outcome !== "requested") throw new Error("The quote was not requested.");
  return requested.requestId;
}

async function see({ context }: History, requestId: string): Promise<QuoteRequest> {
  const found = await selectQuoteRequest(context.db, requestId, null);
  if (found === undefined) throw new Error("The quote request is missing.");
  return found;
}

/** A price as an operator quotes it; `ends` is a number of days from now. */
type Quoted = Pick<WrittenOption, "amount" | "leadTimeDays"> & {
  readonly isInStock?: boolean;
  readonly quantity?: number;
  readonly ends?: number;
};

/**
 * Quotes the lines of a request in their order: from stock or as a part to order; a text is why a
 * line is not quoted.
 */
async function quote(
  history: History,
  requestId: string,
  answers: readonly (readonly Quoted[] | string)[],
  message: string,
  now: Date,
): Promise<void> {
  const { context } = history;
  const found = await see(history, requestId);
  const lines = answers.map((answer, place): WrittenAnswer => {
    const line = place + 1;
    if (typeof answer === "string") return { line, options: [], noQuote: answer };
    const asked = found.lines[place];
    if (asked === undefined) throw new Error("The quote request has no such line.");
    const { partNumber, offerId, certificate } = asked;
    const known = { partNumber, condition: "NE", unitOfMeasure: "EA" };
    const part = { ...known, title: "", manufacturer: "", certificate: certificate ?? "" };
    const options = answer.map(
      ({ isInStock = false, quantity = asked.quantity ?? 1, ends = 30, ...priced }) => ({
        offerId: isInStock ? offerId : null,
        part: isInStock ? null : part,
        ...{ ...priced, currency: "USD", quantity, minQuantity: 1, multiple: 1 },
        validUntil: addDays(utcDay(history.now), ends),
      }),
    );
    return { line, options, noQuote: null };
  });
  const seen = { ...found, actor: history.actorAt(now) };
  const answer = { lines, message, isAccepted: true, limitPercent: 0 };
  const outcome = await answerQuoteRequest(context, seen, answer, now);
  if (outcome.outcome !== "changed") throw new Error(`The quote was not sent: ${outcome.outcome}`);
}

/** Requests two rows of a list; nobody has answered yet. */
async function requestForRows(
  history: History,
  signedIn: SignedIn,
  list: { readonly listId: ListId; readonly rowOf: (partNumber: string) => number },
  now: Date,
): Promise<void> {
  const { outOfStock, notInCatalog } = demoShowcase;
  const neededBy = addDays(utcDay(history.now), 21);
  const wanted: readonly Wanted[] = [
    { partNumber: outOfStock, reason: "no stock", quantity: 1, neededBy },
    { partNumber: notInCatalog, reason: "not found", quantity: 10, remark: "Packing, size 214" },
  ];
  const lines = wanted.map((one) => ({ ...one, rowNumber: list.rowOf(one.partNumber) }));
  const message = "For the unscheduled repair of our aircraft 5B-DCX. Alternates are welcome.";
  await request(history, signedIn, { wanted: lines, message, listId: list.listId }, now);
}

/** A request that is answered, and its quote corrected. */
async function requestPumps(history: History, by: SignedIn, now: Date): Promise<void> {
  const partNumber = demoShowcase.severalOffers;
  const wanted: readonly Wanted[] = [{ partNumber, reason: "no stock", quantity: 4 }];
  const message = "We need four new pumps for a fleet modification.";
  const requestId = await request(history, by, { wanted, message }, now);
  const text = "Four new pumps with FAA 8130-3. Add your PO number when you confirm.";
  const first = [{ amount: "6150.00", leadTimeDays: 35 }];
  const better = [{ amount: "6050.00", leadTimeDays: 35 }];
  history.agenda.add(addHours(now, 3), (later) => quote(history, requestId, [first], text, later));
  history.agenda.add(addHours(now, 4), (later) =>
    quote(history, requestId, [better], "A better price from our supplier.", later),
  );
}

/** A request whose quote is accepted in part: of two options, and of a line without one. */
async function requestPacking(history: History, by: SignedIn, now: Date): Promise<void> {
  const { inStock, notInCatalog } = demoShowcase;
  const wanted: readonly Wanted[] = [
    { partNumber: inStock, reason: "quantity", quantity: 50 },
    { partNumber: notInCatalog, reason: "not found", quantity: 10 },
  ];
  const message = "Please quote for our next A-check.";
  const requestId = await request(history, by, { wanted, message }, now);
  const options = [
    { amount: "4.10", leadTimeDays: null, isInStock: true },
    { amount: "3.6525", leadTimeDays: 14, quantity: 200 },
  ];
  const text = "200 pieces from the manufacturer are cheaper.";
  history.agenda.add(addHours(now, 2), (later) =>
    quote(history, requestId, [options, "Out of production."], text, later),
  );
  history.agenda.add(addHours(now, 26), async (later) => {
    const accepted = [{ line: 1, option: 2, quantity: 120 }];
    const sent = { signedIn: by, requestId: requestIdAt(later, history.random), now: later };
    const acceptance = { requestId, accepted, orderId: null };
    const done = await runOrderTransaction(history.context.db, (tx) =>
      acceptQuote(tx, sent, acceptance),
    );
    if (done === "busy" || done.outcome !== "accepted") throw new Error("It was not accepted.");
  });
}

/** A request whose quote has ended, or is about to. */
async function requestWheel(
  history: History,
  by: SignedIn,
  ends: number,
  now: Date,
): Promise<void> {
  const wanted = [
    { partNumber: demoShowcase.outOfStock, reason: "no stock", quantity: 2 } as const,
  ];
  const message = "When can you deliver two?";
  const requestId = await request(history, by, { wanted, message }, now);
  const price = [{ amount: "2875.00", leadTimeDays: 60, ends }];
  const text = "New from the manufacturer, made to order.";
  history.agenda.add(addHours(now, 4), (later) => quote(history, requestId, [price], text, later));
}

/** A request that is withdrawn. */
async function requestNothing(history: History, by: SignedIn, now: Date): Promise<void> {
  const wanted = [
    { partNumber: demoShowcase.notInCatalog, reason: "not found", quantity: 1 } as const,
  ];
  const requestId = await request(history, by, { wanted, message: "For aircraft 5B-DCX." }, now);
  history.agenda.add(addHours(now, 1), async (later) => {
    await withdrawQuoteRequest(history.context, by, await see(history, requestId), later);
  });
}

/** A request that is answered, and on which the buyer wrote again. */
async function requestStarter(history: History, by: SignedIn, now: Date): Promise<void> {
  const partNumber = demoShowcase.onRequest;
  const wanted: readonly Wanted[] = [{ partNumber, reason: "no price", quantity: 1 }];
  const message = "Please quote one starter generator, outright and exchange.";
  const requestId = await request(history, by, { wanted, message }, now);
  const text = "Outright, in stock. Exchange is not possible for this unit.";
  const outright = [{ amount: "21400.00", leadTimeDays: null, isInStock: true }];
  history.agenda.add(addHours(now, 2), (later) =>
    quote(history, requestId, [outright], text, later),
  );
  history.agenda.add(addHours(now, 5), async (later) => {
    const seen = await see(history, requestId);
    const question = "Thank you. Can you include delivery to Larnaca?";
    await writeOnQuoteRequest(history.context, by, seen, { text: question, now: later });
  });
}

// The imports of the history: a stock feed every night, and files that an operator uploaded.

const limits: GuardRails = { fewerRows: 100, goesInactive: 100, priceMove: 50 };
const stockColumns = [
  "part_number",
  "vendor",
  "condition",
  "unit_of_measure",
  "manufacturer",
  "on_hand",
] as const;
type StockRow = Record<(typeof stockColumns)[number], string>;

function writeStock(rows: readonly StockRow[]): string {
  const cells = rows.map((row) => stockColumns.map((column) => row[column]));
  return [stockColumns, ...cells].map(encodeCsvLine).join("");
}

/** The stock of `count` offers: about what it was at the start, as vendors restock. */
function drawStock(random: DemoRandom, offers: readonly HistoryOffer[], count: number): StockRow[] {
  const chosen = new Set(Array.from({ length: count }, () => random.pick(offers)));
  return [...chosen].map((offer) => ({
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    manufacturer: offer.manufacturer ?? "",
    on_hand: String(Math.round(offer.onHand * (0.85 + 0.3 * random.unit()))),
  }));
}

/** Imports the stock feed that a vendor sends at night. */
async function importNightlyStock({ context, random, offers }: History, now: Date): Promise<void> {
  const { vendor } = random.pick(offers);
  const sold = offers.filter((offer) => offer.vendor === vendor);
  const slug = vendor.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const name = `${slug}-${utcDay(now)}.csv`;
  const bytes = Buffer.from(writeStock(drawStock(random, sold, 24)));
  const file = { kind: "stock", name, bytes, startedBy: "nightly feed" } as const;
  await importDemoFile(context.db, file, now);
}

type Upload = {
  readonly kind: "catalog" | "stock";
  readonly vendor: string | null;
  readonly name: string;
  readonly text: string;
};

/** Uploads a file as an operator, and imports it as often as there are modes; returns the runs. */
async function upload(
  { context, actorAt }: History,
  { kind, vendor, name, text }: Upload,
  modes: readonly ("dry run" | "import")[],
  now: Date,
): Promise<RunId[]> {
  const { db } = context;
  const actor = actorAt(now);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  const received = await receiveImportFile(db, {
    subject: { kind, mode: "merge", vendor, accountId: null },
    name,
    bytes: bytes(),
    isTruncated: () => false,
    sentBy: actor.operator.name,
    now,
  });
  if (received.outcome !== "received") throw new Error(`The file ${name} was not received.`);
  const { fileId } = received;
  await runImportWork(db, { kind: "inspect", fileId }, limits, () => undefined);
  const file = await selectFile(db, fileId);
  if (file === undefined) throw new Error(`The file ${name} is missing.`);
  const runs: RunId[] = [];
  for (const mode of modes) {
    const isDry = mode === "dry run";
    const asked = { mapping: "", stock: onHand, isDry, refusesFile: !isDry };
    const request = requestRun(file, asked, actor, now);
    await runImportWork(db, { kind: "run", request }, limits, (runId) => runs.push(runId));
  }
  return runs;
}

const listHeader =
  "part_number,part_name,title,condition,unit_of_measure,available_stock,price,currency,status";

/** A price list of new parts; the operator reverts it at `revertAt`. */
async function uploadPriceList(history: History, revertAt: Date, now: Date): Promise<void> {
  const { agenda, context, random, actorAt } = history;
  const rows = Array.from({ length: 18 }, (_, place) => {
    const price = `${random.between(900, 9_800)}.00`;
    const title = "Actuator, linear, 28 VDC";
    const number = `DA88${String(120 + place)}-1`;
    return `${number},ACTUATOR,"${title}",OH,EA,${random.between(1, 6)},${price},USD,ACTIVE`;
  });
  const text = `${[listHeader, ...rows].join("\n")}\n`;
  const name = "rotables-price-list-q3.csv";
  const file = { kind: "catalog", vendor: "Sample Rotables Exchange", name, text } as const;
  const [, runId] = await upload(history, file, ["dry run", "import"], now);
  const imported = runId === undefined ? undefined : await selectRun(context.db, runId);
  if (imported === undefined) throw new Error("The price list was not imported.");
  agenda.add(revertAt, async (at) => {
    const actor = actorAt(at);
    const by = { startedBy: actor.operator.name, origin: { actor, fileId: null } };
    const request = requestRevert(imported, { ...by, isDry: false, now: at });
    await runImportWork(context.db, { kind: "run", request }, limits, () => undefined);
  });
}

/** A count of stock with rows that nobody can read: the import stops. */
async function uploadRefusedStock(history: History, now: Date): Promise<void> {
  const rows = drawStock(history.random, history.offers, 40).map((row, place) => {
    if (place % 11 === 3) return { ...row, on_hand: "see note" };
    return place % 17 === 6 ? { ...row, part_number: `${row.part_number}-X` } : row;
  });
  const text = writeStock(rows);
  const file = { kind: "stock", vendor: null, name: "hangar-count-week.csv", text } as const;
  await upload(history, file, ["dry run", "import"], now);
}

/** A file that is no list at all: the import fails. */
async function uploadUnreadableFile(history: History, now: Date): Promise<void> {
  const text =
    "Please find attached our current price list.\n\nKind regards\nSample Hangar Stores\n";
  const file = { kind: "catalog", vendor: "Sample Hangar Stores", name: "price list.txt", text };
  await upload(history, { ...file, kind: "catalog" }, ["import"], now);
}

/** Accounts that the history opens. */
export const historyAccounts = {
  helicopters: "Sample Helicopters",
  freight: "Fictional Freight Lines",
} as const;

export type Buyers = { readonly air: SignedIn; readonly repair: SignedIn };

/** The last working day that is at least `ago` days back. */
function workday({ now }: History, ago: number): Date {
  let day = startOfDay(now, ago);
  while (isWeekend(day)) day = new Date(day.getTime() - 86_400_000);
  return day;
}

/** Opens the account of a first request; its key then orders. */
export async function openHelicopters(
  history: History,
  now: Date,
): Promise<{ readonly accountId: AccountId; readonly keyId: KeyId }> {
  const email = "hana@sample-helicopters.example";
  const requestId = await submitForm(
    history,
    {
      company: historyAccounts.helicopters,
      person: "Hana Sample",
      email,
      purpose: "Our maintenance system should order rotables and consumables.",
    },
    now,
  );
  const at = addHours(now, 1.5);
  const { helicopters } = historyAccounts;
  const accountId = await openAccountFor(history, requestId, helicopters, email, at);
  const terms = { name: "maintenance system", expiresAt: null };
  return { accountId, keyId: await issueFor(history, requestId, terms, addHours(at, 0.2)) };
}

async function openFreight({ context, actorAt }: History, now: Date): Promise<void> {
  const account = { name: historyAccounts.freight, email: "parts@fictional-freight.example" };
  const terms = { currency: "USD" as Currency, discount: 0, now };
  const accountId = newId() as AccountId;
  await openAccount(context.db, { accountId, ...account, ...terms }, actorAt(now));
}

async function suspendFreight({ context, actorAt }: History, now: Date): Promise<void> {
  const account = await selectAccount(context.db, historyAccounts.freight);
  if (account === undefined) return;
  await suspendAccount.perform(
    { db: context.db },
    { id: account.accountId, input: {} },
    { actor: actorAt(now), now },
  );
}

/** Requests that were declined, asked about, and whose key bounced. */
function planAnsweredRequests(history: History, { air }: Buyers): void {
  const { agenda } = history;
  agenda.add(atHour(workday(history, 33), 9.4), async (at) => {
    const company = "Placeholder Trading";
    const purpose = "Price comparison for our web shop.";
    const form = { company, person: "Paul Placeholder", email: "paul@placeholder.example" };
    const requestId = await submitForm(history, { ...form, purpose }, at);
    const text = "We issue keys to maintenance organizations and operators only.";
    agenda.add(addHours(at, 3), (later) =>
      answer(history, requestId, { kind: "refusal", text }, later),
    );
  });
  agenda.add(atHour(workday(history, 6), 13.2), async (at) => {
    const { mistyped: email } = bouncingAddresses;
    const form = { company: "Fictional Jets", person: "Mara Sample", email };
    const requestId = await submitForm(history, { ...form, purpose: "Spare parts by API." }, at);
    const text = "Which company places the orders, and what is its VAT number?";
    agenda.add(addHours(at, 1), (later) =>
      answer(history, requestId, { kind: "question", text }, later),
    );
  });
  agenda.add(atHour(workday(history, 12), 10.1), async (at) => {
    const mail = { company: "Example Air", person: "Sven Example", email: bouncingAddresses.left };
    const pasted = "Hello, we need a key for the stores system. Thanks, Sven";
    const requestId = await enterFromMail(history, mail, pasted, at);
    await match(history, requestId, air.account.accountId, addHours(at, 0.3));
    const terms = { name: "stores system", expiresAt: null };
    await issueFor(history, requestId, terms, addHours(at, 0.5));
  });
}

/** Requests that are open: one is due soon. */
function planOpenRequests(history: History, { air }: Buyers): void {
  const { agenda, now } = history;
  agenda.add(addHours(now, -22), async (at) => {
    const form = { company: "Specimen Cargo", person: "Lea Specimen" };
    const email = "lea@specimen-cargo.example";
    const purpose = "Look up prices and stock for our planning, about 200 parts per day.";
    await submitForm(history, { ...form, email, purpose }, at);
  });
  agenda.add(addHours(now, -2.5), async (at) => {
    const wish = { keyName: "test bench", purpose: "Tests of the new purchasing system." };
    await requestForAccount(history, air, wish, at);
  });
}

/** Issues the key of the second account on request, ending soon; passes it on. */
export async function issueRepairKey(
  history: History,
  { repair }: Buyers,
  now: Date,
): Promise<KeyId> {
  const wish = { keyName: "ERP", purpose: "Orders from our ERP." };
  const requestId = await requestForAccount(history, repair, wish, now);
  const expiresAt = startOfDay(history.now, -9);
  return issueFor(history, requestId, { name: wish.keyName, expiresAt }, addHours(now, 4));
}

/** A key for tests, revoked after some weeks. */
export function planTestKey(
  history: History,
  { air }: Buyers,
  onIssue: (keyId: KeyId) => void,
): void {
  const { agenda } = history;
  const { accountId } = air.account;
  agenda.add(atHour(workday(history, 52), 8.7), async (at) => {
    const keyId = await issueDirectly(history, accountId, "ERP test", at);
    onIssue(keyId);
    agenda.add(atHour(workday(history, 24), 15.3), (later) =>
      revoke(history, accountId, keyId, later),
    );
  });
}

function planImports(history: History): void {
  const { agenda, now } = history;
  for (let ago = historyDays - 2; ago >= 0; ago -= ago > 31 ? 7 : 1) {
    agenda.add(atHour(startOfDay(now, ago), 3.5), (at) => importNightlyStock(history, at));
  }
  agenda.add(atHour(workday(history, 44), 9.1), (at) =>
    uploadPriceList(history, addHours(at, 2.4), at),
  );
  agenda.add(atHour(workday(history, 5), 14.6), (at) => uploadUnreadableFile(history, at));
  agenda.add(atHour(workday(history, 1), 10.8), (at) => uploadRefusedStock(history, at));
}

/** The list for whose rows a quote is requested. */
const quotedList = "Unscheduled repairs";
/** Lists older than this are saved. */
const savedAfterDays = 3;

/** Lists that buyers pasted and mostly saved; a job of the service checks them. */
function planQuickOrders(history: History, { air, repair }: Buyers): void {
  const { agenda, context, random, offers } = history;
  const rows = (count: number): string[] =>
    Array.from({ length: count }, () => {
      const { partNumber, minQuantity, multiple } = random.pick(offers);
      return `${partNumber}\t${Math.max(minQuantity, multiple) * random.between(1, 3)}`;
    });
  const showcase = [
    `${demoShowcase.severalOffers}\t2`,
    `${demoShowcase.superseded}\t1`,
    `${demoShowcase.notInCatalog}\t10`,
    `${demoShowcase.packOf100}\t250`,
    `${demoShowcase.outOfStock}\t1`,
  ];
  const lists = [
    { signedIn: air, name: "A-check kit, line 4", lines: [...rows(22), ...showcase], ago: 4 },
    { signedIn: air, name: "Consumables, monthly", lines: rows(36), ago: 16 },
    { signedIn: air, name: quotedList, lines: [...rows(9), ...showcase], ago: 2 },
    { signedIn: repair, name: "Hangar 2 restock", lines: [...rows(14), ...showcase], ago: 7 },
  ];
  for (const { signedIn, name, lines, ago } of lists) {
    const upload = { kind: "text", text: ["Part number\tQty", ...lines].join("\n") } as const;
    agenda.add(atHour(workday(history, ago), 11.3), async (at) => {
      const created = await createList(context.db, { signedIn, name, upload, now: at });
      if (created.outcome !== "created") throw new Error(`The list ${name} is unreadable.`);
      const { accountId } = signedIn.account;
      await saveList(context.db, accountId, created.listId, {
        name,
        isSaved: ago > savedAfterDays,
      });
      if (name !== quotedList) return;
      const rowOf = (part: string) => lines.findIndex((line) => line.startsWith(`${part}\t`)) + 2;
      const list = { listId: created.listId, rowOf };
      agenda.add(atHour(workday(history, 1), 15.2), (later) =>
        requestForRows(history, signedIn, list, later),
      );
    });
  }
}

function planQuoteRequests(history: History, { air }: Buyers): void {
  const { agenda } = history;
  agenda.add(atHour(workday(history, 9), 9.8), (at) => requestStarter(history, air, at));
  agenda.add(atHour(workday(history, 4), 10.6), (at) => requestPumps(history, air, at));
  agenda.add(atHour(workday(history, 15), 9.1), (at) => requestPacking(history, air, at));
  agenda.add(atHour(workday(history, 20), 13.4), (at) => requestNothing(history, air, at));
  agenda.add(atHour(workday(history, 28), 8.9), (at) => requestWheel(history, air, -1, at));
  agenda.add(atHour(workday(history, 12), 14.2), (at) => requestWheel(history, air, 2, at));
}

/** As the service does every day. */
function planExpiry(history: History): void {
  const { agenda, now } = history;
  for (let ago = historyDays - 1; ago >= 0; ago -= 1) {
    agenda.add(atHour(startOfDay(now, ago), 0.25), (at) => expireOldDrafts(history, at));
  }
}

/** Plans everything that does not depend on the result of something else. */
export function planEvents(history: History, buyers: Buyers): void {
  const { agenda } = history;
  agenda.add(atHour(workday(history, 55), 9.2), (at) => openFreight(history, at));
  agenda.add(atHour(workday(history, 9), 16.1), (at) => suspendFreight(history, at));
  agenda.add(atHour(workday(history, 3), 9.6), (at) =>
    invite(
      history,
      buyers.air.account,
      { name: "Omar Example", email: "omar@example-air.example" },
      at,
    ),
  );
  agenda.add(atHour(workday(history, 1), 8.4), (at) =>
    invite(history, null, { name: "Pia Example", email: "pia@desk.example" }, at),
  );
  planAnsweredRequests(history, buyers);
  planOpenRequests(history, buyers);
  planImports(history);
  planExpiry(history);
  planQuickOrders(history, buyers);
  planQuoteRequests(history, buyers);
}
