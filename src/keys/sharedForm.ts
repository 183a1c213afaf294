import type { ApiKey } from "../accounts/account.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderSelect, renderTextField } from "../kit/html/field.ts";
import { type FieldFault, type FormState, renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import type { Fields } from "../kit/site/fields.ts";
import { texts } from "../kit/site/sharedTexts.ts";
import { type OverlapHours, overlapHours } from "./rotateKey.ts";

/** A form on the page of a key: the page's address, and what the form does. */
export type KeyForm = {
  readonly address: string;
  readonly state: FormState;
  readonly says: Content;
};

export function renderKeyRotating({ address, state, says }: KeyForm): Html {
  const body = renderSelect(state, {
    name: "overlap",
    label: texts.keyForm.overlap,
    hint: texts.keyForm.overlapHint,
    options: overlapHours.map((hours) => ({
      value: String(hours),
      text: texts.keyForm.overlaps[hours],
    })),
  });
  const button = { text: texts.keyForm.replace, kind: "primary" } as const;
  return renderCard({
    id: "rotate",
    title: texts.keyForm.replace,
    body: html`<p>${says}</p>
${renderForm({ action: `${address}/rotate`, label: button.text, state, body, button })}`,
  });
}

/** How long the reason of a revocation may be, in characters. */
export const maxReasonLength = 200;

/** `asksReason`: whether the form has a field for the reason. */
export function renderKeyRevoking(
  key: ApiKey,
  { address, state, says }: KeyForm,
  asksReason = false,
): Html {
  const typed = renderTextField(state, {
    name: "name",
    label: texts.keyForm.name,
    hint: texts.keyForm.nameHint(key.name),
    autocomplete: "off",
  });
  const reason = renderTextField(state, {
    name: "reason",
    label: texts.keyForm.reason,
    hint: texts.keyForm.reasonHint,
    optional: true,
    maxLength: maxReasonLength,
    autocomplete: "off",
  });
  const body = html`${typed}${asksReason ? reason : null}`;
  const button = { text: texts.keyForm.revoke, kind: "danger" } as const;
  return renderCard({
    id: "revoke",
    title: texts.keyForm.revoke,
    body: html`<p>${texts.keyForm.revokeHint} ${says}</p>
${renderForm({ action: `${address}/revoke`, label: button.text, state, body, button })}`,
  });
}

/** The error in the name typed to revoke a key, or undefined if it matches. */
export function findKeyNameFault(form: Fields, key: ApiKey): FieldFault | undefined {
  if (form.text("name").trim() === key.name.trim()) return undefined;
  return { field: "name", text: texts.keyForm.nameFault };
}

export function describeNotReplaceable(state: "revoked" | "replaced" | "expired"): string {
  const { alreadyReplaced, notReplaceable } = texts.keyForm;
  return state === "replaced" ? alreadyReplaced : notReplaceable(state);
}

export const usualOverlap: OverlapHours = 24;

/** The choice that a form sent, or undefined for any other text. */
export function readOverlap(text: string): OverlapHours | undefined {
  return overlapHours.find((hours) => String(hours) === text);
}
