// The keys of an account on its site.
import { type ApiKey, type KeyId, keyState } from "../accounts/account.ts";
import { userActor } from "../audit/actor.ts";
import { findExample } from "../catalog/search/siteQueries.ts";
import type { Handler, PortalContext, PublicHandler, Visit } from "../home/portalContext.ts";
import { type KeyRequest, selectOpenKeyRequests } from "../keyRequests/keyRequestQueries.ts";
import { apiPrefixes, limits } from "../kit/contract/limits.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock, renderCopyable, renderKeySetting } from "../kit/html/codeBlock.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButtonLink,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import { renderTable } from "../kit/html/table.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import { formatSampleRequest } from "../mail/formatSampleRequest.ts";
import { countRequestsOfKey, firstRetainedDay } from "../requests/queries.ts";
import { clientPackagePath } from "../server/http/clientPackage.ts";
import { answerExpiredLink } from "../signIn/sharedMessages.ts";
import { findReveal, spendReveal } from "./createReveal.ts";
import type { IssuedKey } from "./issueKey.ts";
import { selectKey, selectKeys } from "./queries.ts";
import type { RevealedKey } from "./revealQueries.ts";
import { revokeKey } from "./revokeKey.ts";
import { rotateKey } from "./rotateKey.ts";
import {
  describeNotReplaceable,
  findKeyNameFault,
  readOverlap,
  renderKeyRevoking,
  renderKeyRotating,
  usualOverlap,
} from "./sharedForm.ts";
import { describeKeyState, isReplaceable, renderKeyTable } from "./sharedTable.ts";

/** The words of the developers' pages: keys, their requests, and API requests. */
const texts = {
  developers: {
    title: "Developers",
  },
  keys: {
    requestOne: html`Your systems need a key to use the API.
<a href="/developers/request">Request a key</a>; we e-mail it to you.`,
  },
  access: {
    upTo: (count: number) => `up to ${count}`,
    hint: html`Above a limit, the API returns 429; Retry-After gives
the seconds to wait. The <a href="/docs">API reference</a> describes all fields and errors, and the
<a href="/docs#client">TypeScript client</a>.`,
  },
};

/**
 * A request to copy. With `key` it works as pasted; without, after the shell variable is set, so
 * that the key is on no page.
 */
function renderSampleRequest(
  { replica, publicUrl }: PortalContext,
  key: string | null,
  now: Date,
): Html {
  const { partNumber } = findExample(replica, utcDay(now));
  const call = formatSampleRequest({
    publicUrl,
    partNumber,
    ...(key !== null && { authorization: `'Authorization: Bearer ${key}'` }),
  });
  if (key !== null) return renderCodeBlock("Sample request, works as pasted", call);
  return html`${renderKeySetting()}
${renderCodeBlock("Look up a part", call)}`;
}

type KeyCounts = ReadonlyMap<KeyId, number>;

function renderKeys(keys: readonly ApiKey[], calls: KeyCounts, isAdmin: boolean, now: Date): Html {
  if (keys.length === 0) {
    const how = isAdmin
      ? texts.keys.requestOne
      : "Your systems need a key to use the API. An admin of your account can request one.";
    return renderEmptyState("No keys yet", how);
  }
  const good = keys.filter((key) => keyState(key, now) === "active");
  const ended = keys.filter((key) => keyState(key, now) !== "active");
  return renderKeyTable({
    caption: "Keys, active first",
    keys: [...good.toReversed(), ...ended.toReversed()],
    now,
    address: ({ keyId }) => `/developers/keys/${keyId}`,
    calls: { counts: calls, root: "/developers/calls" },
  });
}

function renderRequests(requests: readonly KeyRequest[]): Html | null {
  if (requests.length === 0) return null;
  const table = renderTable({
    caption: "Requested keys",
    columns: [
      { title: "Name", kind: "prose" },
      { title: "Requested by", kind: "words" },
      { title: "Requested", kind: "words" },
      { title: "Purpose", kind: "prose" },
    ],
    rows: requests.map(({ keyName, email, createdAt, purpose }) => ({
      cells: [keyName, email, renderAge(createdAt), purpose],
    })),
  });
  return renderCard({ title: "Requested", body: table });
}

/** A limit per minute; 0 means none. */
function describeLimit(aMinute: number): string {
  return aMinute === 0 ? "no limit" : `${formatCount(aMinute)} requests per minute per key`;
}

function renderCalling({ publicUrl, rateLimits }: PortalContext): Html {
  const [canonical, alias] = apiPrefixes.map((prefix) => `${publicUrl}${prefix}`);
  const address = (text: string | undefined, what: string) => renderCopyable(text ?? "", what);
  const facts = renderDefinitions([
    { term: "Base URL", value: address(canonical, "the base URL") },
    { term: "Alias", value: address(alias, "the alias") },
    {
      term: "TypeScript client",
      value: address(`npm install ${publicUrl}${clientPackagePath}`, "the command"),
    },
    { term: "Lookups", value: describeLimit(rateLimits.catalog) },
    { term: "Orders", value: describeLimit(rateLimits.orders) },
    { term: "Entries per lookup", value: texts.access.upTo(limits.entries) },
    { term: "Lines per order", value: texts.access.upTo(limits.orderLines) },
  ]);
  const body = html`${facts}<p class="quiet">${texts.access.hint}</p>
`;
  return renderCard({ id: "calling", title: "API access", body });
}

const messages: Messages = {
  requested: () =>
    renderNotice(
      "good",
      "Key requested.",
      "We reply within one business day and e-mail the key to you or to your account's address.",
    ),
  revoked: () => renderNotice("good", "Key revoked.", "Requests with this key are now refused."),
};

export const showDevelopers: Handler = async (context, { signedIn, query, now }) => {
  const { db } = context;
  const { accountId } = signedIn.account;
  const isAdmin = signedIn.user.role === "admin";
  const [keys, counts, requests] = await Promise.all([
    selectKeys(db, accountId),
    countRequestsOfKey(db, accountId, firstRetainedDay(now)),
    selectOpenKeyRequests(db, accountId),
  ]);
  const sample = renderSampleRequest(context, null, now);
  const calls = new Map(counts.map((count) => [count.keyId, count.requests]));
  const primary = renderButtonLink("/developers/request", "Request key", "primary");
  return answerPage({
    title: "Developers",
    sentence: isAdmin
      ? "API keys for your systems."
      : "API keys for your systems. Admins of your account manage them.",
    primary: isAdmin ? primary : undefined,
    body: html`${renderMessage(messages, query.text("done"), null)}${[
      renderCard({
        id: "keys",
        title: "API keys",
        beside: html`<a href="/developers/calls">Requests in the last 30 days</a>`,
        body: renderKeys(keys, calls, isAdmin, now),
      }),
      renderRequests(requests),
      renderCard({ title: "Quick start", body: sample }),
      renderCalling(context),
    ]}`,
  });
};

/** What the page adds to the facts: a refused form, a sentence, or a count. */
type KeyShown = {
  readonly rotating?: FormState;
  readonly revoking?: FormState;
  readonly refused?: string;
  readonly calls?: number;
};

function linkCalls({ keyId }: ApiKey, calls: number): Html {
  return html`<a href="/developers/calls?key=${keyId}">${formatCount(calls)}</a>`;
}

function renderFacts(key: ApiKey, now: Date, calls: number | undefined): Html {
  const successor = html`<a href="/developers/keys/${key.replacedBy}">New key</a>`;
  return renderDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Ends in", value: html`<code>${key.lastFour}</code>` },
    { term: "Created", value: renderMoment(key.createdAt) },
    {
      term: "Last used",
      value: key.lastUsedAt === null ? "Never" : renderAge(key.lastUsedAt),
    },
    ...(calls === undefined ? [] : [{ term: "Requests in 30 days", value: linkCalls(key, calls) }]),
    ...(key.replacedBy === null ? [] : [{ term: "Replaced by", value: successor }]),
  ]);
}

function describeUsed({ lastUsedAt }: ApiKey): Content {
  return lastUsedAt === null
    ? "It has never been used."
    : html`It was last used ${renderAge(lastUsedAt)}.`;
}

function showKey(key: ApiKey, isAdmin: boolean, now: Date, shown: KeyShown = {}): SitePage {
  const { rotating, revoking, refused, calls } = shown;
  const fresh = freshForm({ overlap: String(usualOverlap) });
  const address = `/developers/keys/${key.keyId}`;
  const replacing = {
    address,
    state: { ...(rotating ?? fresh), prefix: "rotate" },
    says: "A new key with the same name is created and shown once.",
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: describeUsed(key),
  };
  const canRotate = isAdmin && isReplaceable(key, now);
  const canRevoke = isAdmin && keyState(key, now) === "active";
  return {
    title: key.name,
    sentence: "API key",
    above: { href: "/developers", text: "Developers" },
    body: html`${[
      refused === undefined ? null : renderNotice("fault", refused),
      renderFacts(key, now, calls),
      canRotate ? renderKeyRotating(replacing) : null,
      canRevoke ? renderKeyRevoking(key, ending) : null,
    ]}`,
  };
}

async function showNewKey(
  context: PortalContext,
  issued: IssuedKey,
  oldKeyEndsAt: Date,
  now: Date,
): Promise<SitePage> {
  const ended = oldKeyEndsAt <= now;
  return {
    title: `New key: ${issued.name}`,
    sentence: ended
      ? "The previous key no longer works."
      : html`The previous key works until ${renderMoment(oldKeyEndsAt)}.`,
    above: { href: "/developers", text: "Developers" },
    body: html`${renderNotice("short", "Copy the key now.", "It is not shown again, even if you reload this page. If you lose it, replace it again.")}
<p>${renderCopyable(issued.key, "the key")}</p>
${renderSampleRequest(context, issued.key, now)}${renderActions(
  renderButtonLink("/developers", "Continue", "primary"),
)}`,
  };
}

async function countRequests(db: PortalContext["db"], key: ApiKey, now: Date): Promise<number> {
  const counts = await countRequestsOfKey(db, key.accountId, firstRetainedDay(now));
  return counts.find(({ keyId }) => keyId === key.keyId)?.requests ?? 0;
}

export const showKeyPage: Handler<ApiKey> = async ({ db }, { signedIn, now }, key) => {
  const calls = await countRequests(db, key, now);
  return answerPage(showKey(key, signedIn.user.role === "admin", now, { calls }));
};

function refuse(key: ApiKey, { now }: Visit, status: 409 | 422, shown: KeyShown): Answer {
  return answerPage(showKey(key, true, now, shown), status);
}

export const replaceKey: Handler<ApiKey> = async (context, visit, key) => {
  const { form, now } = visit;
  const overlap = readOverlap(form.text("overlap"));
  if (overlap === undefined) {
    const faults = [{ field: "overlap", text: "Choose when the old key stops working." }];
    return refuse(key, visit, 422, { rotating: { value: form.text, faults } });
  }
  const rotated = await rotateKey(context.db, key, overlap, now, userActor(visit));
  if (rotated.outcome === "unknown") return notFound;
  if (rotated.outcome === "rotated") {
    const { issued, oldKeyEndsAt } = rotated;
    return answerPage(await showNewKey(context, issued, oldKeyEndsAt, now));
  }
  const latest = await selectKey(context.db, key.accountId, key.keyId);
  return refuse(latest ?? key, visit, 409, { refused: describeNotReplaceable(rotated.state) });
};

export const endKey: Handler<ApiKey> = async ({ db }, visit, key) => {
  const { form, now } = visit;
  const fault = findKeyNameFault(form, key);
  if (fault !== undefined) {
    return refuse(key, visit, 422, { revoking: { value: form.text, faults: [fault] } });
  }
  const outcome = await revokeKey(db, key, now, userActor(visit));
  if (outcome === "unknown") return notFound;
  return redirect("/developers?done=revoked");
};

// The one-time link to a key. Opening it shows what it is for; its button shows the key once,
// because mail scanners open links. The key is in no address and no cache.

function renderRevealedFacts({ accountName, name, lastFour, keyExpiresAt }: RevealedKey): Html {
  const end = keyExpiresAt === null ? [] : [{ term: "Expires", value: renderMoment(keyExpiresAt) }];
  return renderDefinitions([
    { term: "Account", value: accountName },
    { term: "Name", value: name },
    { term: "Ends in", value: html`<code>${lastFour}</code>` },
    ...end,
  ]);
}

function confirmPage(token: string, revealed: RevealedKey): SitePage {
  const button = { text: "Show key", kind: "primary" } as const;
  return {
    title: "Your API key",
    sentence: html`You can view it once, until ${renderMoment(revealed.expiresAt)}.`,
    body: html`${renderRevealedFacts(revealed)}${renderForm({ action: `/keys/reveal/${token}`, button })}`,
  };
}

async function keyPage(
  context: PortalContext,
  revealed: RevealedKey & { readonly key: string },
  now: Date,
): Promise<SitePage> {
  return {
    title: "Your API key",
    sentence: "Treat it like a password.",
    body: html`${renderNotice(
      "short",
      "Copy the key now.",
      "This link no longer works, and the key is not shown again, even if you reload this " +
        "page.",
    )}
<p>${renderCopyable(revealed.key, "the key")}</p>
${renderRevealedFacts(revealed)}${renderSampleRequest(context, revealed.key, now)}`,
  };
}

function answerGone({ supportEmail }: PortalContext): Answer {
  return answerExpiredLink(
    "",
    html`If you did not see the key, write to
<a href="mailto:${supportEmail}">${supportEmail}</a> immediately: someone else may have it.`,
  );
}

export const showReveal: PublicHandler = async (context, { param, now }) => {
  const token = param("token");
  const revealed = await findReveal(context.db, token, now);
  if (revealed === undefined) return answerGone(context);
  return answerPage(confirmPage(token, revealed));
};

export const revealKey: PublicHandler = async (context, { param, now }) => {
  const revealed = await spendReveal(context.db, param("token"), now);
  if (revealed === undefined) return answerGone(context);
  return answerPage(await keyPage(context, revealed, now));
};
