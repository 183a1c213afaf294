// Loads 60 days of history into the demo: the functions of the product replay it with past times.
// Invariant: the same on every machine, except for its dates, ids and keys.
import type { KeyId } from "../../accounts/account.ts";
import type { OperatorActor } from "../../audit/actor.ts";
import { createPartIds } from "../../catalog/partId.ts";
import type { KeyRequestContext } from "../../keyRequests/requestKey.ts";
import { notifyKeyChange } from "../../keys/notifyKeyChange.ts";
import { hashKey, type PlainKey } from "../../keys/plainKey.ts";
import { selectKeyByHash } from "../../keys/queries.ts";
import type { ApiRequest } from "../../requests/apiRequest.ts";
import { demoLogins } from "../demoLogins.ts";
import { createDemoRandom } from "../demoRandom.ts";
import { listReservedNumbers } from "../demoShowcase.ts";
import { createAgenda } from "./agenda.ts";
import type { Customer, History } from "./history.ts";
import { sendQueuedMails } from "./historyMails.ts";
import { findBuyer, findOperator } from "./historyPeople.ts";
import {
  backdateImports,
  hasOrders,
  selectEmptyNumbers,
  selectHistoryOffers,
  settlePastJobs,
} from "./historyQueries.ts";
import { type Sender, writeRequests } from "./historyRequests.ts";
import { atHour, historyDays, requestIdAt, startOfDay, startOfHistory } from "./historyTimes.ts";
import {
  type Buyers,
  issueRepairKey,
  openHelicopters,
  planEvents,
  planTestKey,
} from "./planEvents.ts";
import { planOrders } from "./planOrders.ts";

const seed = 60_117;
const emptyNumbers = 40;
/** Days before today on which the keys of the other accounts are issued. */
const repairDay = 44;
const helicoptersDay = 30;

/** Where Example Air has orders shipped to. */
const airHangars = [
  "Example Air, Hangar 4\n4200 Airport Road\nMiami, FL 33166, USA",
  "Example Air, Line Maintenance\nGate B12, Airside\nOrlando, FL 32827, USA",
];

async function openHistory(
  context: KeyRequestContext,
  secret: Buffer,
  now: Date,
): Promise<History> {
  const operator = await findOperator(context.db);
  const random = createDemoRandom(seed);
  const actorAt = (at: Date): OperatorActor => {
    return { kind: "operator", operator, requestId: requestIdAt(at, random) };
  };
  const offers = await selectHistoryOffers(context.db, listReservedNumbers());
  const partIds = createPartIds(secret);
  return {
    context,
    partIds,
    random,
    agenda: createAgenda(),
    offers,
    drafts: { count: 0 },
    actorAt,
    now,
  };
}

async function findDemoKey({ context, now }: History, plain: PlainKey): Promise<KeyId> {
  const key = await selectKeyByHash(context.db, hashKey(plain));
  if (key === undefined) throw new Error("The key of the demo is missing.");
  const { keyId } = key;
  await notifyKeyChange(context, { keyId, what: { change: "issued" } }, startOfHistory(now));
  return keyId;
}

/** Plans the accounts with keys; adds a sender of requests for each key once it is issued. */
function planKeys(
  history: History,
  buyers: Buyers,
  airKey: KeyId,
  senders: Sender[],
  placed: ApiRequest[],
): void {
  const { agenda, now } = history;
  const { air, repair } = buyers;
  const airId = air.account.accountId;
  const always = { fromDay: historyDays - 1, untilDay: 0 };
  const order = (customer: Customer, fromDay: number, byKey: number, onSite: number): void =>
    planOrders(history, [{ customer, fromDay, byKey, onSite }], placed);
  const site = { keyId: null, poNumbers: "ERS-#", accountId: repair.account.accountId };
  senders.push({ ...always, accountId: airId, keyId: airKey, perDay: 64, network: "192.0.2.0/24" });
  const airSite = { poNumbers: "PO-#", shipTos: airHangars };
  order({ ...airSite, accountId: airId, keyId: airKey, signedIn: air }, 59, 1.3, 0.4);
  order({ ...site, signedIn: repair }, 59, 0, 0.6);
  planTestKey(history, buyers, (keyId) => {
    const test = { accountId: airId, keyId, perDay: 9, network: "198.51.100.0/24" };
    senders.push({ ...test, fromDay: 51, untilDay: 26 });
  });
  agenda.add(atHour(startOfDay(now, repairDay), 9.7), async (at) => {
    const keyId = await issueRepairKey(history, buyers, at);
    const { accountId } = repair.account;
    const erp = { accountId, keyId, perDay: 31, network: "203.0.113.0/24" };
    senders.push({ ...erp, fromDay: repairDay - 1, untilDay: 0 });
    order({ ...site, keyId, signedIn: repair }, repairDay - 1, 0.6, 0);
  });
  agenda.add(atHour(startOfDay(now, helicoptersDay), 8.2), async (at) => {
    const opened = await openHelicopters(history, at);
    const network = "203.0.113.0/24";
    senders.push({ ...opened, network, fromDay: helicoptersDay - 1, untilDay: 0, perDay: 12 });
    order({ ...opened, signedIn: null, poNumbers: "SH-#" }, 13, 0.3, 0);
  });
}

/**
 * Loads the history until `now`. It needs the catalog, accounts and logins of the demo, loaded at
 * `startOfHistory`, and the demo's key. Does nothing if there are orders; returns whether it loaded
 * the history.
 */
export async function loadDemoHistory(
  context: KeyRequestContext,
  { secret, key }: { readonly secret: Buffer; readonly key: PlainKey },
  now: Date,
): Promise<boolean> {
  const { db } = context;
  if (await hasOrders(db)) return false;
  const history = await openHistory(context, secret, now);
  const [air, repair] = await Promise.all([
    findBuyer(db, demoLogins[0]),
    findBuyer(db, demoLogins[1]),
  ]);
  const buyers = { air, repair };
  const senders: Sender[] = [];
  const placed: ApiRequest[] = [];
  planKeys(history, buyers, await findDemoKey(history, key), senders, placed);
  planEvents(history, buyers);
  await history.agenda.run(now);
  await writeRequests(history, senders, placed, await selectEmptyNumbers(db, emptyNumbers));
  await sendQueuedMails(history);
  await backdateImports(db);
  await db.transaction(settlePastJobs);
  return true;
}
