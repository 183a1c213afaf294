import { type ApiKey, keyState } from "../../accounts/account.ts";
import { userActor } from "../../audit/actor.ts";
import {
  describeNotReplaceable,
  findKeyNameFault,
  readOverlap,
  renderKeyRevoking,
  renderKeyRotating,
  usualOverlap,
} from "../../components/keyForm.ts";
import { describeKeyState, isReplaceable } from "../../components/keyTable.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm, renderActions, renderButtonLink } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge, renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { IssuedKey } from "../../keys/issueKey.ts";
import { selectKey } from "../../keys/queries.ts";
import { revokeKey } from "../../keys/revokeKey.ts";
import { rotateKey } from "../../keys/rotateKey.ts";
import { countRequestsOfKey, firstRetainedDay } from "../../requests/queries.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { renderSampleRequest } from "./renderSampleRequest.ts";
import { texts } from "./texts.ts";

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
    above: { href: "/developers", text: texts.developers.title },
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
    above: { href: "/developers", text: texts.developers.title },
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
