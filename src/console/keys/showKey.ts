import { keyState } from "../../accounts/account.ts";
import { renderKeyRevoking, renderKeyRotating, usualOverlap } from "../../components/keyForm.ts";
import { describeKeyState, isReplaceable } from "../../components/keyTable.ts";
import { utcDay } from "../../day.ts";
import { formatCount, formatCounted, formatCountTo } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { formatAddress } from "../../html/pager.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import {
  countedKeyOrders,
  type KeyUse,
  type OperatorKey,
  selectKeyUse,
} from "../../keys/operatorKeyQueries.ts";
import { firstRetainedDay, selectRefusedUse } from "../../requests/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { keyAddress, linkAccount } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { describeDelivery } from "../outbox/describeDelivery.ts";
import { texts } from "./texts.ts";

/** A form that was refused, or why. */
export type KeyShown = {
  readonly rotating?: FormState;
  readonly revoking?: FormState;
  readonly refused?: string;
  readonly status?: 409 | 422;
};

function renderFacts(key: OperatorKey, use: KeyUse, now: Date): Html {
  const { keyId, accountId, accountName, replacedBy, lastFour, createdAt, lastUsedAt } = key;
  const requests = html`<a href="/console/requests?key=${keyId}">${formatCount(use.calls)}</a>`;
  return renderDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Account", value: linkAccount(accountId, accountName) },
    { term: "Ends in", value: html`<code>${lastFour}</code>` },
    { term: "Created", value: renderMoment(createdAt) },
    { term: "Last used", value: lastUsedAt === null ? "Never" : renderMoment(lastUsedAt) },
    { term: "Requests today", value: formatCount(use.callsToday) },
    { term: "Orders today", value: formatCountTo(countedKeyOrders, use.ordersToday) },
    { term: "Requests in 30 days", value: requests },
    {
      term: "Replaced by",
      value: replacedBy && html`<a href="${keyAddress(replacedBy)}">newer key</a>`,
    },
    { term: "ID", value: html`<code>${keyId}</code>` },
  ]);
}

function describeRevoking(key: OperatorKey, { callsToday, calls, ordersToday }: KeyUse): Html {
  if (key.lastUsedAt === null) return html`The key was never used.`;
  const placed = formatCountTo(countedKeyOrders, ordersToday);
  const today = `${formatCounted(callsToday, "request")} today (orders placed: ${placed})`;
  return html`<strong>${today}</strong>, ${formatCounted(calls, "request")} in 30 days. Last used
${renderMoment(key.lastUsedAt)}.`;
}

/** What still uses a key that ended; null for a key that nobody uses. */
async function renderStillUsed(
  { db }: ConsoleContext,
  key: OperatorKey,
  now: Date,
): Promise<Html | null> {
  const state = keyState(key, now);
  const endedAt = key.revokedAt ?? key.expiresAt;
  if (state === "active" || endedAt === null) return null;
  const { requests, lastAt } = await selectRefusedUse(db, key.keyId, endedAt);
  if (lastAt === null) return null;
  const list = formatAddress("/console/requests", { key: key.keyId, status: "refused" });
  const text = texts.stillUsed.text(renderMoment(lastAt), list);
  return renderNotice("short", texts.stillUsed.title(requests, state), text);
}

const messages: Messages<ConsoleContext> = {
  issued: (context) => renderNotice("good", "Key issued.", describeDelivery(context)),
  "issued-already": () =>
    renderNotice(
      "good",
      "This key was already issued.",
      "The form was sent twice. Only one key exists.",
    ),
  replaced: (context) =>
    renderNotice("good", "Key replaced. This is the new key.", describeDelivery(context)),
  revoked: () => renderNotice("good", "Key revoked.", "Requests with it are now refused."),
};

export async function showKey(
  context: ConsoleContext,
  { now, query, signedIn }: Visit,
  key: OperatorKey,
  shown: KeyShown = {},
): Promise<Answer> {
  const { db, people } = context;
  const { rotating, revoking, refused, status } = shown;
  const use = await selectKeyUse(db, key, { since: firstRetainedDay(now), today: utcDay(now) });
  const canChange = mayUse(operators, signedIn);
  const address = keyAddress(key.keyId);
  const fresh = freshForm({ overlap: String(usualOverlap) });
  const sent = people.sendsMail
    ? "sent to the account's e-mail address"
    : "shown to you once, to deliver it to the account";
  const replacing = {
    address,
    state: { ...(rotating ?? fresh), prefix: "rotate" },
    says: `A new key with the same name is created and ${sent}.`,
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: describeRevoking(key, use),
  };
  const page = {
    title: key.name,
    sentence: html`Key of ${linkAccount(key.accountId, key.accountName)}.`,
    above: { href: "/console/keys", text: "Keys" },
    body: html`${[
      renderMessage(messages, query.text("done"), context),
      refused === undefined ? null : renderNotice("fault", refused),
      await renderStillUsed(context, key, now),
      canChange && isReplaceable(key, now) ? renderKeyRotating(replacing) : null,
      canChange && keyState(key, now) === "active" ? renderKeyRevoking(key, ending) : null,
      html`<p><a href="/console/audit?kind=key&amp;subject=${key.keyId}">Activity</a></p>\n`,
    ]}`,
    side: renderSummaryBox("Key", renderFacts(key, use, now)),
  };
  return answerPage(page, status);
}
