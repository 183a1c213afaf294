// Prepares the data for page measurements: the demo with thousands of orders, and a signed-in
// buyer.

import type { Client } from "pg";
import type { OfferId } from "../src/catalog/partId.ts";
import type { Database } from "../src/db/database.ts";
import { newId } from "../src/db/newId.ts";
import { demoLogins, prepareDemoLogins } from "../src/demo/demoLogins.ts";
import { createDemoRandom, type DemoRandom } from "../src/demo/demoRandom.ts";
import { loadDemo } from "../src/demo/loadDemo.ts";
import { parseEmail } from "../src/mail/emailAddress.ts";
import { createMailEncryption } from "../src/mail/mailSecrets.ts";
import { confirmOrder } from "../src/orders/drafts/confirmOrder.ts";
import { createDraft } from "../src/orders/drafts/createDraft.ts";
import type { OfferQuantity } from "../src/orders/drafts/editDraft.ts";
import { loadDraftReview } from "../src/orders/drafts/reviewDraft.ts";
import type { StoredOrder } from "../src/orders/order.ts";
import { nearestAllowedQuantity } from "../src/prices/orderTerms.ts";
import { createPasswordHasher } from "../src/signIn/passwordHasher.ts";
import { createPeopleContext } from "../src/signIn/peopleContext.ts";
import { createSession, findSession } from "../src/signIn/sessions.ts";
import type { SignedIn } from "../src/signIn/signedIn.ts";
import { selectUserByEmail } from "../src/signIn/userQueries.ts";
import { withBenchDatabase } from "./withBenchDatabase.ts";

/** `token` is the session of an admin. */
export type PageFacts = {
  readonly token: string;
  readonly partNumber: string;
  readonly partName: string;
  /** A draft with 50 lines. */
  readonly draft: string;
  readonly confirmed: string;
};

const orders = 5_000;
const confirmedEvery = 5;
const publicUrl = "http://127.0.0.1";
const supportEmail = "parts@example.com";

async function signIn(db: Database, secret: Buffer): Promise<{ token: string; who: SignedIn }> {
  const hasher = createPasswordHasher();
  const context = createPeopleContext({
    db,
    secret,
    publicUrl,
    supportEmail,
    smtpUrl: null,
    hasher,
  });
  const now = new Date();
  await prepareDemoLogins(context, undefined, now);
  const email = parseEmail(demoLogins[0].email);
  const user = email === undefined ? undefined : await selectUserByEmail(db, "buyers", email);
  if (user === undefined) throw new Error("The demo has no user who can sign in.");
  const visit = { userAgent: "bench", replaces: undefined };
  const token = await db.transaction((tx) => createSession(tx, user.userId, visit, now));
  const who = await findSession(db, token, now);
  if (who === undefined) throw new Error("The new session was not found.");
  return { token, who };
}

/** Selects offers in the account's currency with high stock. */
async function selectOrderable(client: Client): Promise<OfferQuantity[]> {
  const { rows } = await client.query(
    `select offer_id, min_quantity, multiple from offers
      where status = 'ACTIVE' and currency = 'USD' and shelf_life_expires is null
        and available_stock > 500 and min_quantity <= 10 and multiple <= 10
      order by hashint8extended(offer_id, 2) limit 2000`,
  );
  return rows.map(({ offer_id, min_quantity, multiple }) => ({
    offerId: Number(offer_id) as OfferId,
    quantity: nearestAllowedQuantity(1, { minQuantity: min_quantity, multiple }),
  }));
}

async function makeDraft(
  db: Database,
  signedIn: SignedIn,
  lines: readonly OfferQuantity[],
  poNumber: string,
): Promise<StoredOrder> {
  const request = {
    signedIn,
    lines,
    poNumber,
    shipTo: null,
    notes: null,
    requestId: "bench",
    now: new Date(),
  };
  const made = await db.transaction((tx) => createDraft(tx, request));
  if (made.outcome !== "created")
    throw new Error(`A draft was not created: ${JSON.stringify(made)}`);
  return made.order;
}

async function confirm(
  db: Database,
  signedIn: SignedIn,
  draft: StoredOrder,
  secret: Buffer,
): Promise<void> {
  const now = new Date();
  const { fingerprint } = await loadDraftReview(db, draft, now);
  const { orderId } = draft;
  const confirmation = { signedIn, orderId, fingerprint, requestId: "bench", now };
  const mail = { encryption: createMailEncryption(secret), supportEmail, publicUrl };
  const { outcome } = await confirmOrder(db, confirmation, mail);
  if (outcome !== "confirmed") throw new Error(`An order was not confirmed: ${outcome}`);
}

function drawLines(offers: readonly OfferQuantity[], count: number, random: DemoRandom) {
  const lines = Array.from({ length: count }, () => random.pick(offers));
  return [...new Map(lines.map((line) => [line.offerId, line])).values()];
}

async function placeOrders(
  db: Database,
  client: Client,
  secret: Buffer,
  who: SignedIn,
): Promise<Pick<PageFacts, "draft" | "confirmed">> {
  const random = createDemoRandom(11);
  const offers = await selectOrderable(client);
  let confirmed = "";
  for (let count = 1; count < orders; count += 1) {
    const lines = drawLines(offers, random.between(1, 5), random);
    const order = await makeDraft(db, who, lines, `PO ${String(count).padStart(5, "0")}`);
    if (count % confirmedEvery !== 0) continue;
    await confirm(db, who, order, secret);
    confirmed = order.orderId;
  }
  const large = await makeDraft(db, who, offers.slice(0, 50), `PO ${newId().slice(-6)}`);
  return { draft: large.orderId, confirmed };
}

/** Fills an empty folder. The server has stopped when this returns. */
export async function preparePages(dataDir: string): Promise<PageFacts> {
  return withBenchDatabase(dataDir, async ({ db, secret, client }) => {
    await loadDemo(db, new Date());
    const { token, who } = await signIn(db, secret);
    const placed = await placeOrders(db, client, secret, who);
    await client.query("vacuum (analyze)");
    const { rows } = await client.query<{ number: string; name: string }>(
      `select part_number as number, part_name as name from offers
        where part_name is not null group by 1, 2 order by count(*) desc, 1 limit 1`,
    );
    const [part] = rows;
    if (part === undefined) throw new Error("The demo has no part with a name.");
    return { token, partNumber: part.number, partName: part.name, ...placed };
  });
}
