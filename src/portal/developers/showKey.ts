// One key: what is known of it, and for an admin replacing and revoking it.
import { type ApiKey, keyState } from "../../accounts/account.ts";
import { formatCount } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { SitePage } from "../../site/visit.ts";
import { describeKeyState, isReplaceable } from "../../views/describeKeyState.ts";
import { renderKeyRevoking, renderKeyRotating } from "../../views/keyForm.ts";
import { usualOverlap } from "../../views/overlapOptions.ts";

/** What the page says beside how the key stands: a form that was refused, or a sentence. */
export type KeyShown = {
  readonly rotating?: FormState;
  readonly revoking?: FormState;
  readonly refused?: string;
  /** How often it called in 30 days, where that was counted. */
  readonly calls?: number;
};

function linkCalls({ keyId }: ApiKey, calls: number): Html {
  return html`<a href="/developers/calls?key=${keyId}">${formatCount(calls)}</a>`;
}

/** A line of the facts: the key that replaces this one is a page of its own. */
function renderFacts(key: ApiKey, now: Date, calls: number | undefined): Html {
  const successor = html`<a href="/developers/keys/${key.replacedBy}">the key that replaces it</a>`;
  return renderDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Ends in", value: html`<code>${key.lastFour}</code>` },
    { term: "Created", value: renderMoment(key.createdAt) },
    { term: "Last used", value: key.lastUsedAt === null ? "never" : renderMoment(key.lastUsedAt) },
    ...(calls === undefined ? [] : [{ term: "Calls in 30 days", value: linkCalls(key, calls) }]),
    ...(key.replacedBy === null ? [] : [{ term: "Replaced by", value: successor }]),
  ]);
}

function sayUsed({ lastUsedAt }: ApiKey): Content {
  return lastUsedAt === null
    ? "It was never used."
    : html`It was last used ${renderMoment(lastUsedAt)}.`;
}

/** The page of a key. */
export function showKey(key: ApiKey, isAdmin: boolean, now: Date, shown: KeyShown = {}): SitePage {
  const { rotating, revoking, refused, calls } = shown;
  const fresh = freshForm({ overlap: String(usualOverlap) });
  const address = `/developers/keys/${key.keyId}`;
  const replacing = {
    address,
    state: { ...(rotating ?? fresh), prefix: "rotate" },
    says: "A new key of the same name is made, and shown once.",
  };
  const ending = {
    address,
    state: { ...(revoking ?? freshForm()), prefix: "revoke" },
    says: sayUsed(key),
  };
  const canRotate = isAdmin && isReplaceable(key, now);
  const canRevoke = isAdmin && keyState(key, now) === "active";
  return {
    title: key.name,
    sentence: "A key with which your systems call.",
    above: { href: "/developers", text: "Developers" },
    body: html`${[
      refused === undefined ? null : renderNotice("fault", refused),
      renderFacts(key, now, calls),
      canRotate ? renderKeyRotating(replacing) : null,
      canRevoke ? renderKeyRevoking(key, ending) : null,
    ]}`,
  };
}
