// One key as an operator sees it: what it did, what revoking it would stop, and replacing it.
import { type ApiKey, keyState } from "../../accounts/account.ts";
import { renderKeyRevoking, renderKeyRotating, usualOverlap } from "../../components/keyForm.ts";
import { describeKeyState, isReplaceable } from "../../components/keyTable.ts";
import { utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import {
  countedKeyOrders,
  type KeyUse,
  type OperatorKey,
  selectKeyUse,
} from "../../keys/operatorKeyQueries.ts";
import { firstRetainedDay } from "../../requests/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { formatRequestCount } from "../formatRequestCount.ts";

/** What the page says beside how the key stands: a form that was refused, or a sentence. */
export type KeyShown = {
  readonly rotating?: FormState;
  readonly revoking?: FormState;
  readonly refused?: string;
  readonly status?: 409 | 422;
};

function renderOrders(count: number): string {
  const isMore = count > countedKeyOrders;
  return isMore ? `${formatCount(countedKeyOrders)}+` : formatCount(count);
}

function renderUsed({ lastUsedAt }: ApiKey): Html | string {
  return lastUsedAt === null ? "never" : renderMoment(lastUsedAt);
}

function renderFacts(key: OperatorKey, use: KeyUse, now: Date): Html {
  const { keyId, accountId, accountName, replacedBy, lastFour, createdAt } = key;
  const calls = html`<a href="/console/requests?key=${keyId}">${formatCount(use.calls)}</a>`;
  const successor = html`<a href="/console/keys/${replacedBy}">the key that replaces it</a>`;
  return renderDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Account", value: html`<a href="/console/accounts/${accountId}">${accountName}</a>` },
    { term: "Ends in", value: html`<code>${lastFour}</code>` },
    { term: "Created", value: renderMoment(createdAt) },
    { term: "Last used", value: renderUsed(key) },
    { term: "Calls today", value: formatCount(use.callsToday) },
    { term: "Orders today", value: renderOrders(use.ordersToday) },
    { term: "Calls in 30 days", value: calls },
    ...(replacedBy === null ? [] : [{ term: "Replaced by", value: successor }]),
    { term: "Id", value: html`<code>${keyId}</code>` },
  ]);
}

/** What revoking would stop. */
function sayStopped(key: OperatorKey, { callsToday, calls, ordersToday }: KeyUse): Html {
  if (key.lastUsedAt === null) return html`It was never used: nothing stops.`;
  const placed = renderOrders(ordersToday);
  const today = `what made ${formatRequestCount(callsToday)} today (orders placed: ${placed})`;
  return html`<strong>It would stop ${today}</strong>, ${formatRequestCount(calls)} in 30 days. It
was last used ${renderMoment(key.lastUsedAt)}.`;
}

const messages: Messages = {
  issued: () =>
    renderNotice("good", "The key is issued.", "It is on its way by mail; nobody sees it here."),
  "issued-already": () =>
    renderNotice(
      "good",
      "The key was issued already.",
      "The form was sent twice: there is one key.",
    ),
  replaced: () =>
    renderNotice("good", "The key is replaced by this one.", "It is on its way by mail."),
  revoked: () =>
    renderNotice("good", "The key is revoked.", "Calls with it are refused from now on."),
};

/** The page of a key. */
export async function showKey(
  { db, people }: ConsoleContext,
  { now, query, signedIn }: Visit,
  key: OperatorKey,
  shown: KeyShown = {},
): Promise<Answer> {
  const { rotating, revoking, refused, status } = shown;
  const use = await selectKeyUse(db, key, { since: firstRetainedDay(now), today: utcDay(now) });
  const canChange = mayUse(operators, signedIn);
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
  const page = {
    title: key.name,
    sentence: html`A key of <a href="/console/accounts/${key.accountId}">${key.accountName}</a>.`,
    above: { href: "/console/keys", text: "Keys" },
    body: html`${[
      renderMessage(messages, query.text("done"), null),
      refused === undefined ? null : renderNotice("fault", refused),
      canChange && isReplaceable(key, now) ? renderKeyRotating(replacing) : null,
      canChange && keyState(key, now) === "active" ? renderKeyRevoking(key, ending) : null,
      html`<p><a href="/console/audit?kind=key&amp;subject=${key.keyId}">What was done to
it</a></p>\n`,
    ]}`,
    side: renderSummaryBox("Key", renderFacts(key, use, now)),
  };
  return answerPage(page, status);
}
