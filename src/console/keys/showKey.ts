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
import { firstRetainedDay, selectRefusedUse } from "../../requests/queries.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import { accountAddress, keyAddress, linkAccount } from "../addresses.ts";
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
    { term: texts.key.state, value: describeKeyState(key, now) },
    { term: texts.key.account, value: linkAccount(accountId, accountName) },
    { term: texts.key.endsIn, value: html`<code>${lastFour}</code>` },
    { term: texts.key.created, value: renderMoment(createdAt) },
    {
      term: texts.key.lastUsed,
      value: lastUsedAt === null ? texts.key.never : renderAge(lastUsedAt),
    },
    { term: texts.key.requestsToday, value: formatCount(use.callsToday) },
    { term: texts.key.ordersToday, value: formatCountTo(countedKeyOrders, use.ordersToday) },
    { term: texts.key.requests, value: requests },
    {
      term: texts.key.replacedBy,
      value: replacedBy && html`<a href="${keyAddress(replacedBy)}">${texts.key.newerKey}</a>`,
    },
    { term: texts.key.id, value: html`<code>${keyId}</code>` },
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
  const text = texts.stillUsed.text(renderAge(lastAt), list);
  return renderNotice("short", texts.stillUsed.title(requests, state), text);
}

/** Who revoked a key, when and why; null for a key that is not revoked. */
async function renderRevoked(
  { db }: ConsoleContext,
  { keyId, revokedAt }: OperatorKey,
): Promise<Html | null> {
  if (revokedAt === null) return null;
  const filter = { subjectKind: "key", subjectId: keyId, action: texts.revoked.action };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  const by = event === undefined ? null : (event.operatorName ?? texts.revoked.commandLine);
  const { reason } = JSON.parse(event?.after ?? "{}");
  const title = texts.revoked.title(renderMoment(revokedAt), by);
  const why = typeof reason === "string" ? texts.revoked.reason(reason) : undefined;
  return renderNotice("neutral", title, why);
}

/** A replacement keeps the end of a key, so another key is needed; null for other keys. */
function renderEnding(key: OperatorKey, now: Date): Html | null {
  const { accountId, expiresAt } = key;
  if (expiresAt === null || !expiresSoon(key, now)) return null;
  const issue = `${accountAddress(accountId)}/keys/new`;
  return renderNotice(
    "short",
    texts.ending.title(renderMoment(expiresAt)),
    texts.ending.hint(issue),
  );
}

const messages: Messages<ConsoleContext> = {
  issued: (context) => renderNotice("good", texts.issued.done, describeDelivery(context)),
  "issued-already": () => renderNotice("good", texts.issued.already, texts.issued.alreadyHint),
  replaced: (context) => renderNotice("good", texts.replacing.done, describeDelivery(context)),
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
    says: people.sendsMail ? texts.replacing.sent : texts.replacing.shown,
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: describeRevoking(key, use),
  };
  const activity = `/console/audit?${new URLSearchParams({ kind: "key", subject: key.keyId })}`;
  const page = {
    title: key.name,
    sentence: texts.key.sentence(linkAccount(key.accountId, key.accountName)),
    above: { href: "/console/keys", text: texts.list.title },
    body: html`${[
      renderMessage(messages, query.text("done"), context),
      refused === undefined ? null : renderNotice("fault", refused),
      await renderRevoked(context, key),
      await renderStillUsed(context, key, now),
      canChange ? renderEnding(key, now) : null,
      canChange && isReplaceable(key, now) ? renderKeyRotating(replacing) : null,
      canChange && keyState(key, now) === "active" ? renderKeyRevoking(key, ending, true) : null,
      html`<p><a href="${activity}">${texts.key.activity}</a></p>\n`,
    ]}`,
    side: renderSummaryBox(texts.key.title, renderFacts(key, use, now)),
  };
  return answerPage(page, status);
}
