// The pages of keys in the console.
import { Type } from "typebox";
import { keyState } from "../accounts/account.ts";
import { selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import { selectAuditEvents } from "../audit/queries.ts";
import { accountAddress, keyAddress, linkAccount } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { accountFilter } from "../home/consolePickers.ts";
import { describeDelivery } from "../home/consoleRevealLink.ts";
import { everyone, mayUse, operators } from "../kit/access.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount, formatCounted, formatCountTo } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDayAt, renderMoment } from "../kit/html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { findTypedNameFault, renderTypedName } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { list } from "../kit/list.ts";
import { maxSelected, readSelected } from "../kit/selection.ts";
import { type Answer, answerPage, notFound, redirect } from "../kit/site/visit.ts";
import { sql } from "../kit/sql.ts";
import { isMailbox } from "../mail/queueMail.ts";
import { countedRefusals, firstRetainedDay, selectRefusedUse } from "../requests/queries.ts";
import { keyMailParts, revealIssuedKey } from "./consoleIssue.ts";
import { mailRotatedKey } from "./mailNewKey.ts";
import {
  countedKeyOrders,
  hasKeyText,
  isInKeyState,
  type KeyUse,
  keyListColumns,
  keyNoun,
  keySource,
  keyStates,
  type OperatorKey,
  selectKeysById,
  selectKeyUse,
  selectOperatorKey,
} from "./operatorKeyQueries.ts";
import { revokeKey, revokeKeys } from "./revokeKey.ts";
import {
  describeNotReplaceable,
  findKeyNameFault,
  maxReasonLength,
  readOverlap,
  renderKeyRevoking,
  renderKeyRotating,
  usualOverlap,
} from "./sharedForm.ts";
import { describeKeyState, expiresSoon, isReplaceable, renderKeyTable } from "./sharedTable.ts";

const countKeys = (count: number): string => formatCounted(count, "key");
const countRequests = (count: number): string => formatCounted(count, "request");

const several = {
  title: "Revoke keys",
  count: countKeys,
  revoke: (keys: string) => `Revoke ${keys}`,
  warning: "Requests with them are refused within a second. This can't be undone.",
  noneSelected: "No keys selected",
  noneSelectedHint: "Select active keys in the list with the boxes before their names.",
  tooMany: "Too many keys selected",
  tooManyHint: (max: number) => `Select at most ${max} keys.`,
  noneActive: "None of the selected keys is active.",
  toRevoke: "Keys to revoke",
  notActive: "No longer active",
  noneRevoked: "No key was revoked: all of them were already revoked.",
  done: (revoked: number) => `${countKeys(revoked)} revoked.`,
  doneBefore: (revoked: number, before: number) =>
    `${countKeys(revoked)} revoked. Already revoked: ${before}.`,
  doneHint: "Requests with them are now refused.",
};

const path = "/console/keys";
const revokePath = `${path}/revoke`;
const above = { href: path, text: "API keys" };

const stateWords = {
  active: "Active",
  expiring: "Expires soon",
  ended: "Expired or replaced",
  revoked: "Revoked",
};

export const keyList = list({
  name: "key list",
  of: keyNoun,
  path,
  who: everyone,
  surfaces: ["page", "shell", "api"],
  title: "API keys",
  sentence: "API keys of all accounts.",
  caption: "Keys",
  about: "list the keys of accounts, newest first",
  filter: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200, title: "Name, account, last four or ID" })),
    state: Type.Optional(Type.Enum([...keyStates], { title: "State", words: stateWords })),
    account: accountFilter,
  }),
  hidden: ["account"],
  button: "Search",
  select: keyListColumns,
  from: keySource,
  id: sql`k.key_id`,
  where: ({ filter: { q, state, account }, now }) => [
    q !== undefined && hasKeyText(q),
    account !== undefined && sql`k.account_id = ${account}`,
    state !== undefined && isInKeyState(state, now),
  ],
  // A key that was never used is the one that was used least recently.
  orders: {
    created: { keys: [sql`k.key_id`], isDescending: true },
    name: { keys: [sql`lower(k.name)`, sql`k.key_id`], isDescending: false },
    account: { keys: [sql`lower(a.name)`, sql`k.key_id`], isDescending: false },
    used: {
      keys: [sql`coalesce(k.last_used_at, '-infinity')`, sql`k.key_id`],
      isDescending: true,
    },
  },
  columns: [
    {
      title: "Name",
      kind: "text",
      sort: "name",
      cell: ({ keyId, name }) => html`<a href="${keyAddress(keyId)}">${name}</a>`,
      plain: ({ name }) => name,
    },
    {
      title: "Account",
      kind: "text",
      sort: "account",
      cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
      plain: ({ accountName }) => accountName,
    },
    {
      title: "Ends in",
      kind: "words",
      cell: ({ lastFour }) => html`<code>${lastFour}</code>`,
      plain: ({ lastFour }) => lastFour,
    },
    { title: "State", kind: "words", corner: true, cell: describeKeyState, plain: keyState },
    {
      title: "Created",
      kind: "number",
      sort: "created",
      cell: ({ createdAt }) => renderDayAt(createdAt),
      plain: null,
    },
    {
      title: "Last used",
      kind: "number",
      sort: "used",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : renderAge(lastUsedAt)),
      plain: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? "never",
    },
  ],
  pick: {
    who: operators,
    name: "key",
    label: "Selected keys",
    labelOf: ({ name, lastFour }) => `${name}, ends in ${lastFour}`,
    isOpen: (key, now) => keyState(key, now) === "active",
    buttons: () => [{ text: "Revoke keys", kind: "danger", action: revokePath }],
  },
  none: (filter) =>
    Object.keys(filter).length === 0
      ? {
          title: "No keys yet",
          body: html`<p>Issue keys on the page of an
<a href="/console/accounts">account</a>.</p>`,
        }
      : {
          title: "No matching keys",
          body: html`<p>Search for part of a name, the last four characters or a
complete ID. <a href="${path}">All keys</a></p>`,
        },
  async around({ db }: ConsoleContext, _visit, { account }) {
    const owner = account === undefined ? undefined : await selectOperatorAccount(db, account);
    if (owner === undefined) return {};
    const { accountId, name } = owner;
    return {
      sentence: html`Keys of ${linkAccount(accountId, name)}.
<a href="${path}">Keys of all accounts</a>`,
    };
  },
});

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
  if (key.lastUsedAt === null) return html`The key was never used.`;
  const placed = formatCountTo(countedKeyOrders, ordersToday);
  return html`<strong>${countRequests(callsToday)} today (orders placed: ${placed})</strong>,
${countRequests(calls)} in 30 days. Last used ${renderAge(key.lastUsedAt)}.`;
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
  const ends = { revoked: "was revoked", replaced: "was replaced", expired: "expired" };
  const refused =
    requests === 1
      ? "1 request refused"
      : `${formatCountTo(countedRefusals, requests)} requests refused`;
  const list = formatAddress("/console/requests", { key: key.keyId, status: "refused" });
  const text = html`The last one was on ${renderAge(lastAt)}: a system still sends this key and needs a new one.
<a href="${list}">View requests</a>`;
  return renderNotice("short", `${refused} since the key ${ends[state]}.`, text);
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
  const title = html`Revoked on ${renderMoment(revokedAt)}${by === null ? null : ` by ${by}`}.`;
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
    above: { href: "/console/keys", text: "API keys" },
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

export const rotate: Handler<OperatorKey> = async (context, visit, key) => {
  const { form, now } = visit;
  const overlap = readOverlap(form.text("overlap"));
  if (overlap === undefined) {
    const faults = [{ field: "overlap", text: "Choose one of the options." }];
    return showKey(context, visit, key, { rotating: { value: form.text, faults }, status: 422 });
  }
  const account = await selectOperatorAccount(context.db, key.accountId);
  if (account === undefined) return notFound;
  if (!isMailbox(account.email)) {
    const refused = "The account has no valid e-mail address. Edit the account first.";
    return showKey(context, visit, key, { refused, status: 409 });
  }
  const { db, mailEncryption } = context;
  const rotation = { old: key, overlap, actor: operatorActor(visit), now };
  const parts = keyMailParts(context, now);
  const rotated = await mailRotatedKey(db, mailEncryption, account, rotation, parts);
  switch (rotated.outcome) {
    case "rotated": {
      const { keyId } = rotated.issued;
      if (context.people.sendsMail) return redirect(keyAddress(keyId, "?done=replaced"));
      const { accountId, name: accountName } = account;
      const above = { href: keyAddress(keyId), text: key.name };
      const { mailId } = rotated;
      return revealIssuedKey(context, visit, { accountId, accountName, mailId, above });
    }
    case "unknown":
      return notFound;
    case "not active": {
      const refused = describeNotReplaceable(rotated.state);
      const latest = await selectOperatorKey(db, key.keyId);
      return showKey(context, visit, latest ?? key, { refused, status: 409 });
    }
  }
};

export const revoke: Handler<OperatorKey> = async (context, visit, key) => {
  const { form, now } = visit;
  const fault = findKeyNameFault(form, key);
  if (fault !== undefined) {
    const revoking = { value: form.text, faults: [fault] };
    return showKey(context, visit, key, { revoking, status: 422 });
  }
  const reason = form.text("reason").trim().slice(0, maxReasonLength).toWellFormed();
  const outcome = await revokeKey(context.db, key, now, operatorActor(visit), reason);
  if (outcome === "unknown") return notFound;
  return redirect(keyAddress(key.keyId, "?done=revoked"));
};

// Revoking the keys that were selected in the list, after a page that lists them and asks for their
// number.

const prefix = "revoke";

function refuseSelection(count: number): Answer {
  const [title, how] =
    count === 0
      ? [several.noneSelected, several.noneSelectedHint]
      : [several.tooMany, several.tooManyHint(maxSelected)];
  const body = renderEmptyState(title, html`<p>${how} <a href="${path}">API keys</a></p>`);
  return answerPage({ title: several.title, above, body }, count === 0 ? 200 : 422);
}

function renderKeys(title: string, keys: readonly OperatorKey[], now: Date): Html | null {
  if (keys.length === 0) return null;
  const table = renderKeyTable({
    caption: title,
    keys,
    now,
    address: ({ keyId }) => keyAddress(keyId),
    account: ({ accountId, accountName }) => linkAccount(accountId, accountName),
  });
  return renderCard({ title, body: table });
}

function renderRevokeForm(keys: readonly OperatorKey[], state: FormState): Html {
  const name = several.count(keys.length);
  const fields = keys.map(
    ({ keyId }) => html`<input type="hidden" name="key" value="${keyId}">
`,
  );
  const form = renderForm({
    action: revokePath,
    label: several.title,
    body: html`${fields}${renderFaults(state)}${renderTypedName(state, name)}`,
    button: { text: several.revoke(name), kind: "danger" },
  });
  const body = html`<p>${several.warning}</p>
${form}`;
  return renderCard({ title: several.revoke(name), body });
}

function answerForm(keys: readonly OperatorKey[], now: Date, state: FormState): Answer {
  if (keys.length === 0) return refuseSelection(0);
  const active = keys.filter((key) => keyState(key, now) === "active");
  const others = keys.filter((key) => keyState(key, now) !== "active");
  const form =
    active.length === 0
      ? renderNotice("short", several.noneActive)
      : renderRevokeForm(active, state);
  return answerPage(
    {
      title: several.title,
      above,
      body: html`${renderKeys(several.toRevoke, active, now)}${form}${renderKeys(
        several.notActive,
        others,
        now,
      )}`,
    },
    state.faults.length === 0 ? 200 : 422,
  );
}

/** The page that lists the keys that the address names, before they are revoked. */
export const showRevokeSelected: Handler = async ({ db }, { query, now }) => {
  const ids = readSelected(query, "key");
  if (ids.length === 0 || ids.length > maxSelected) return refuseSelection(ids.length);
  return answerForm(await selectKeysById(db, ids), now, { ...freshForm(), prefix });
};

export const revokeSelected: Handler = async ({ db }, visit) => {
  const { form, now } = visit;
  const ids = readSelected(form, "key");
  if (ids.length === 0 || ids.length > maxSelected) return refuseSelection(ids.length);
  const keys = await selectKeysById(db, ids);
  if (keys.length === 0) return refuseSelection(0);
  const fault = findTypedNameFault(form.text, several.count(ids.length));
  if (fault !== undefined) {
    return answerForm(keys, now, { value: form.text, faults: [fault], prefix });
  }
  const revoked = await revokeKeys(db, keys, now, operatorActor(visit));
  const before = keys.length - revoked;
  const told = before === 0 ? several.done(revoked) : several.doneBefore(revoked, before);
  const notice =
    revoked === 0
      ? renderNotice("short", several.noneRevoked)
      : renderNotice("good", told, several.doneHint);
  const latest = await selectKeysById(db, ids);
  return answerPage({
    title: several.title,
    above,
    body: html`${notice}${renderKeys("API keys", latest, now)}`,
  });
};
