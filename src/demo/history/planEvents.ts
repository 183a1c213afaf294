// What happens besides orders: accounts, keys, key requests, invitations, imports.
import type { AccountId, KeyId } from "../../accounts/account.ts";
import { changeSuspension } from "../../accounts/changeSuspension.ts";
import { openAccount } from "../../accounts/openAccount.ts";
import { selectAccount } from "../../accounts/queries.ts";
import { newId } from "../../db/newId.ts";
import type { Currency } from "../../money.ts";
import { createList } from "../../quickOrders/createList.ts";
import { saveList } from "../../quickOrders/saveList.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { demoShowcase } from "../demoShowcase.ts";
import type { History } from "./history.ts";
import {
  importNightlyStock,
  uploadPriceList,
  uploadRefusedStock,
  uploadUnreadableFile,
} from "./historyImports.ts";
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
import { requestForRows, requestPumps, requestStarter } from "./historyQuotes.ts";
import { addHours, atHour, historyDays, isWeekend, startOfDay } from "./historyTimes.ts";

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
  await changeSuspension(context.db, account, "suspend", actorAt(now), now);
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
