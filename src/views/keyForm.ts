// What can be done to a key at both doors: replacing it, and revoking it by typing its name.
import type { ApiKey } from "../accounts/account.ts";
import { renderSelect, renderTextField } from "../html/field.ts";
import {
  type FieldFault,
  type FormState,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import type { Fields } from "../site/fields.ts";
import { overlapOptions } from "./overlapOptions.ts";

/** A form on the page of a key; `address` is that of the page, `says` what comes of it. */
export type KeyForm = {
  readonly address: string;
  readonly state: FormState;
  readonly says: Content;
};

/** The form that replaces a key. */
export function renderKeyRotating({ address, state, says }: KeyForm): Html {
  const body = html`${renderSelect(state, {
    name: "overlap",
    label: "How long the present key lives on",
    hint: "Time to give the systems the new one. Both are good meanwhile.",
    options: overlapOptions,
  })}${renderActions(renderButton({ text: "Replace the key", kind: "primary" }))}`;
  const label = "Replace the key";
  return html`<h2 id="rotate">Replace it</h2>
<p>${says}</p>
${renderFaults(state)}
${renderForm({ action: `${address}/rotate`, label, body })}`;
}

/** The form that revokes a key, whose name is typed first. */
export function renderKeyRevoking(key: ApiKey, { address, state, says }: KeyForm): Html {
  const body = html`${renderTextField(state, {
    name: "name",
    label: "Name of the key",
    hint: html`Type <strong>${key.name}</strong>, so that no other is revoked.`,
    autocomplete: "off",
  })}${renderActions(renderButton({ text: "Revoke the key", kind: "danger" }))}`;
  return html`<h2 id="revoke">Revoke it</h2>
<p>Every call with it is refused within a second, and it cannot be made good again. ${says}</p>
${renderFaults(state)}
${renderForm({ action: `${address}/revoke`, label: "Revoke the key", body })}`;
}

/** What is wrong with the name that was typed to revoke a key; undefined where it is its own. */
export function findKeyNameFault(form: Fields, key: ApiKey): FieldFault | undefined {
  if (form.text("name").trim() === key.name.trim()) return undefined;
  return { field: "name", text: "This is not the name of the key. Nothing is revoked." };
}

/** What is said where a key cannot be replaced. */
export function describeNotReplaceable(state: "revoked" | "replaced" | "expired"): string {
  return state === "replaced"
    ? "This key was replaced already, and the new one is not shown again. " +
        "If it is lost, replace that one."
    : `This key is ${state}; there is nothing to replace. Request a new one.`;
}
