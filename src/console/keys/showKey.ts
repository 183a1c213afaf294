// One key as an operator sees it: what it did, what revoking it would stop, and replacing it.
import { type ApiKey, keyState } from "../../accounts/account.ts";
import {
  countedKeyOrders,
  type DeskKey,
  type KeyUse,
  selectKeyUse,
} from "../../accounts/deskKeysQueries.ts";
import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import type { SitePage } from "../../http/visit.ts";
import { firstKeptDay } from "../../requests/queries.ts";
import { describeKeyState, isReplaceable } from "../../views/describeKeyState.ts";
import { writeKeyRevoking, writeKeyRotating } from "../../views/keyForm.ts";
import { usualOverlap } from "../../views/overlapOptions.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { deskRoles, isAmong } from "../everyRole.ts";
import { sayCalls } from "../sayCalls.ts";

/** What the page says beside how the key stands: a form that was refused, or a sentence. */
export type KeyShown = {
  readonly rotating?: FormState;
  readonly revoking?: FormState;
  readonly refused?: string;
};

function writeOrders(count: number): string {
  const isMore = count > countedKeyOrders;
  return isMore ? `${formatCount(countedKeyOrders)}+` : formatCount(count);
}

function writeUsed({ lastUsedAt }: ApiKey): Html | string {
  return lastUsedAt === null ? "never" : writeMoment(lastUsedAt);
}

function writeFacts(key: DeskKey, use: KeyUse, now: Date): Html {
  const { keyId, accountId, accountName, replacedBy, lastFour, createdAt } = key;
  const calls = html`<a href="/console/requests?key=${keyId}">${formatCount(use.calls)}</a>`;
  const successor = html`<a href="/console/keys/${replacedBy}">the key that replaces it</a>`;
  return writeDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Account", value: html`<a href="/console/accounts/${accountId}">${accountName}</a>` },
    { term: "Ends in", value: html`<code>${lastFour}</code>` },
    { term: "Created", value: writeMoment(createdAt) },
    { term: "Last used", value: writeUsed(key) },
    { term: "Calls today", value: formatCount(use.callsToday) },
    { term: "Orders today", value: writeOrders(use.ordersToday) },
    { term: "Calls in 30 days", value: calls },
    ...(replacedBy === null ? [] : [{ term: "Replaced by", value: successor }]),
    { term: "Id", value: html`<code>${keyId}</code>` },
  ]);
}

/** What revoking would stop. */
function sayStopped(key: DeskKey, { callsToday, calls, ordersToday }: KeyUse): Html {
  if (key.lastUsedAt === null) return html`It was never used: nothing stops.`;
  const placed = writeOrders(ordersToday);
  const today = `what made ${sayCalls(callsToday)} today (orders placed: ${placed})`;
  return html`<strong>It would stop ${today}</strong>, ${sayCalls(calls)} in 30 days. It
was last used ${writeMoment(key.lastUsedAt)}.`;
}

const doneNotices: Readonly<Record<string, readonly [string, string]>> = {
  issued: ["The key is issued.", "It is on its way by mail; nobody sees it here."],
  "issued-already": ["The key was issued already.", "The form was sent twice: there is one key."],
  replaced: ["The key is replaced by this one.", "It is on its way by mail."],
  revoked: ["The key is revoked.", "Calls with it are refused from now on."],
};

function writeDone(done: string): Html | null {
  const notice = Object.hasOwn(doneNotices, done) ? doneNotices[done] : undefined;
  return notice === undefined ? null : writeNotice("good", ...notice);
}

/** The page of a key. */
export async function showKey(
  { db, people }: ConsoleContext,
  { now, query, signedIn }: Visit,
  key: DeskKey,
  shown: KeyShown = {},
): Promise<SitePage> {
  const { rotating, revoking, refused } = shown;
  const use = await selectKeyUse(db, key, { since: firstKeptDay(now), today: utcDay(now) });
  const canChange = isAmong(deskRoles, signedIn.operator.role);
  const address = `/console/keys/${key.keyId}`;
  const fresh = freshForm({ overlap: String(usualOverlap) });
  const sent = people.sendsMail ? "mailed to" : "kept in the outbox, to be handed over to";
  const replacing = {
    address,
    state: { ...(rotating ?? fresh), prefix: "rotate" },
    says: `A new key of the same name is made and ${sent} the account's address.`,
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: sayStopped(key, use),
  };
  return {
    title: key.name,
    sentence: html`A key of <a href="/console/accounts/${key.accountId}">${key.accountName}</a>.`,
    above: { href: "/console/keys", text: "Keys" },
    body: html`${[
      writeDone(query.text("done")),
      refused === undefined ? null : writeNotice("fault", refused),
      canChange && isReplaceable(key, now) ? writeKeyRotating(replacing) : null,
      canChange && keyState(key, now) === "active" ? writeKeyRevoking(key, ending) : null,
      html`<p><a href="/console/audit?kind=key&amp;subject=${key.keyId}">What was done to
it</a></p>\n`,
    ]}`,
    side: writeSummaryBox("Key", writeFacts(key, use, now)),
  };
}
