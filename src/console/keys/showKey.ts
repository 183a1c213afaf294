import { keyState } from "../../accounts/account.ts";
import { selectAuditEvents } from "../../audit/queries.ts";
import { renderKeyRevoking, renderKeyRotating, usualOverlap } from "../../components/keyForm.ts";
import { describeKeyState, expiresSoon, isReplaceable } from "../../components/keyTable.ts";
import { utcDay } from "../../day.ts";
import { formatCount, formatCountTo } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge, renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { formatAddress } from "../../html/pager.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import {
  countedKeyOrders,
  type KeyUse,
  type OperatorKey,
  selectKeyUse,
} from "../../keys/operatorKeyQueries.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { firstRetainedDay, selectRefusedUse } from "../../requests/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { accountAddress, keyAddress, linkAccount } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { describeDelivery } from "../revealLink.ts";
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
    {
      term: "Last used",
      value: lastUsedAt === null ? "Never" : renderAge(lastUsedAt),
    },
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
  const { neverUsed, used } = texts.revoking;
  if (key.lastUsedAt === null) return html`${neverUsed}`;
  const placed = formatCountTo(countedKeyOrders, ordersToday);
  return used(callsToday, placed, calls, renderAge(key.lastUsedAt));
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
  const text = html`The last one was on ${renderAge(lastAt)}: a system still sends this key and needs a new one.
<a href="${list}">View requests</a>`;
  return renderNotice("short", texts.stillUsed.title(requests, state), text);
}

/** Who revoked a key, when and why; null for a key that is not revoked. */
async function renderRevoked(
  { db }: ConsoleContext,
  { keyId, revokedAt }: OperatorKey,
): Promise<Html | null> {
  if (revokedAt === null) return null;
  const filter = { subjectKind: "key", subjectId: keyId, action: "revoked a key" };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  const by = event === undefined ? null : (event.operatorName ?? "a command on the server");
  const { reason } = JSON.parse(event?.after ?? "{}");
  const title = texts.revoked.title(renderMoment(revokedAt), by);
  const why = typeof reason === "string" ? `Reason: ${reason}` : undefined;
  return renderNotice("neutral", title, why);
}

/** A replacement keeps the end of a key, so another key is needed; null for other keys. */
function renderEnding(key: OperatorKey, now: Date): Html | null {
  const { accountId, expiresAt } = key;
  if (expiresAt === null || !expiresSoon(key, now)) return null;
  const issue = `${accountAddress(accountId)}/keys/new`;
  return renderNotice(
    "short",
    html`This key ends on ${renderMoment(expiresAt)}`,
    html`A replacement ends on the same day. For a later end,
<a href="${issue}">issue a new key</a>.`,
  );
}

const messages: Messages<ConsoleContext> = {
  issued: (context) => renderNotice("good", texts.issued.done, describeDelivery(context)),
  "issued-already": () => renderNotice("good", texts.issued.already, texts.issued.alreadyHint),
  replaced: (context) =>
    renderNotice("good", "Key replaced. This is the new key.", describeDelivery(context)),
  revoked: () => renderNotice("good", texts.revoking.done, texts.revoking.doneHint),
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
  const replacing = {
    address,
    state: { ...(rotating ?? fresh), prefix: "rotate" },
    says: people.sendsMail
      ? "A new key with the same name is created and sent to the account's e-mail address."
      : "A new key with the same name is created and shown to you once, to deliver it to the " +
        "account.",
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: describeRevoking(key, use),
  };
  const activity = `/console/audit?${new URLSearchParams({ kind: "key", subject: key.keyId })}`;
  const page = {
    title: key.name,
    sentence: html`Key of ${linkAccount(key.accountId, key.accountName)}.`,
    above: { href: "/console/keys", text: texts.list.title },
    body: html`${[
      renderMessage(messages, query.text("done"), context),
      refused === undefined ? null : renderNotice("fault", refused),
      await renderRevoked(context, key),
      await renderStillUsed(context, key, now),
      canChange ? renderEnding(key, now) : null,
      canChange && isReplaceable(key, now) ? renderKeyRotating(replacing) : null,
      canChange && keyState(key, now) === "active" ? renderKeyRevoking(key, ending, true) : null,
      html`<p><a href="${activity}">Activity</a></p>\n`,
    ]}`,
    side: renderSummaryBox("Key", renderFacts(key, use, now)),
  };
  return answerPage(page, status);
}
