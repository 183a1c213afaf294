import type { ApiKey } from "../accounts/account.ts";
import { renderCard } from "../html/card.ts";
import { renderSelect, renderTextField } from "../html/field.ts";
import { type FieldFault, type FormState, renderForm } from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { type OverlapHours, overlapHours } from "../keys/rotateKey.ts";
import type { Fields } from "../site/fields.ts";

/** A form on the page of a key: the page's address, and what the form does. */
export type KeyForm = {
  readonly address: string;
  readonly state: FormState;
  readonly says: Content;
};

export function renderKeyRotating({ address, state, says }: KeyForm): Html {
  const body = renderSelect(state, {
    name: "overlap",
    label: "Current key stays active for",
    hint: "Time to update your systems. Both keys work until then.",
    options: overlapHours.map((hours) => ({ value: String(hours), text: words[hours] })),
  });
  const button = { text: "Replace key", kind: "primary" } as const;
  return renderCard({
    id: "rotate",
    title: "Replace key",
    body: html`<p>${says}</p>
${renderForm({ action: `${address}/rotate`, label: button.text, state, body, button })}`,
  });
}

export function renderKeyRevoking(key: ApiKey, { address, state, says }: KeyForm): Html {
  const body = renderTextField(state, {
    name: "name",
    label: "Key name",
    hint: html`Type <strong>${key.name}</strong> to confirm.`,
    autocomplete: "off",
  });
  const button = { text: "Revoke key", kind: "danger" } as const;
  return renderCard({
    id: "revoke",
    title: "Revoke key",
    body: html`<p>Requests with it are refused within a second. This can't be undone. ${says}</p>
${renderForm({ action: `${address}/revoke`, label: button.text, state, body, button })}`,
  });
}

/** The error in the name typed to revoke a key, or undefined if it matches. */
export function findKeyNameFault(form: Fields, key: ApiKey): FieldFault | undefined {
  if (form.text("name").trim() === key.name.trim()) return undefined;
  return { field: "name", text: "The name doesn't match. The key was not revoked." };
}

export function describeNotReplaceable(state: "revoked" | "replaced" | "expired"): string {
  return state === "replaced"
    ? "This key has already been replaced, and the new key is not shown again. " +
        "If you lost it, replace the new key."
    : `This key is ${state} and cannot be replaced. Request a new key.`;
}

const words: Readonly<Record<OverlapHours, string>> = {
  0: "Ends immediately",
  1: "1 hour",
  24: "1 day",
  168: "7 days",
};

export const usualOverlap: OverlapHours = 24;

/** The choice that a form sent, or undefined for any other text. */
export function readOverlap(text: string): OverlapHours | undefined {
  return overlapHours.find((hours) => String(hours) === text);
}
