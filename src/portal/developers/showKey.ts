// One key: what is known of it, and for an admin replacing and revoking it.
import { type ApiKey, keyState } from "../../accounts/account.ts";
import { formatCount } from "../../html/amount.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeSelect, writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import type { SitePage } from "../../http/visit.ts";
import { describeKeyState, isReplaceable } from "./describeKeyState.ts";
import { overlapOptions, usualOverlap } from "./overlapOptions.ts";

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
function writeFacts(key: ApiKey, now: Date, calls: number | undefined): Html {
  const successor = html`<a href="/developers/keys/${key.replacedBy}">the key that replaces it</a>`;
  return writeDefinitions([
    { term: "State", value: describeKeyState(key, now) },
    { term: "Ends in", value: html`<code>${key.lastFour}</code>` },
    { term: "Created", value: writeMoment(key.createdAt) },
    { term: "Last used", value: key.lastUsedAt === null ? "never" : writeMoment(key.lastUsedAt) },
    ...(calls === undefined ? [] : [{ term: "Calls in 30 days", value: linkCalls(key, calls) }]),
    ...(key.replacedBy === null ? [] : [{ term: "Replaced by", value: successor }]),
  ]);
}

function writeRotating(key: ApiKey, state: FormState): Html {
  const body = html`${writeSelect(state, {
    name: "overlap",
    label: "How long the present key lives on",
    hint: "Time to give your systems the new one. Both are good meanwhile.",
    options: overlapOptions,
  })}${writeActions(writeButton({ text: "Replace the key", kind: "primary" }))}`;
  return html`<h2 id="rotate">Replace it</h2>
<p>A new key of the same name is made, and shown once.</p>
${writeFaults(state)}${writeForm({
  action: `/developers/keys/${key.keyId}/rotate`,
  label: "Replace the key",
  body,
})}`;
}

function writeRevoking(key: ApiKey, state: FormState): Html {
  const used =
    key.lastUsedAt === null
      ? "It was never used."
      : html`It was last used ${writeMoment(key.lastUsedAt)}.`;
  const body = html`${writeTextField(state, {
    name: "name",
    label: "Name of the key",
    hint: html`Type <strong>${key.name}</strong>, so that no other is revoked.`,
    autocomplete: "off",
  })}${writeActions(writeButton({ text: "Revoke the key", kind: "danger" }))}`;
  return html`<h2 id="revoke">Revoke it</h2>
<p>Every call with it is refused within a second, and it cannot be made good again. ${used}</p>
${writeFaults(state)}${writeForm({
  action: `/developers/keys/${key.keyId}/revoke`,
  label: "Revoke the key",
  body,
})}`;
}

/** The page of a key. */
export function showKey(key: ApiKey, isAdmin: boolean, now: Date, shown: KeyShown = {}): SitePage {
  const { rotating, revoking, refused, calls } = shown;
  const fresh = freshForm({ overlap: String(usualOverlap) });
  const canRotate = isAdmin && isReplaceable(key, now);
  const canRevoke = isAdmin && keyState(key, now) === "active";
  return {
    title: key.name,
    sentence: "A key with which your systems call.",
    above: { href: "/developers", text: "Developers" },
    body: html`${[
      refused === undefined ? null : writeNotice("fault", refused),
      writeFacts(key, now, calls),
    ]}${
      canRotate ? writeRotating(key, { ...(rotating ?? fresh), prefix: "rotate" }) : null
    }${canRevoke ? writeRevoking(key, { ...(revoking ?? freshForm()), prefix: "revoke" }) : null}`,
  };
}
