// The form by which an admin invites somebody, and what it holds when it comes back.

import { parsePersonName } from "../accounts/personName.ts";
import { renderSelect, renderTextField } from "../html/field.ts";
import {
  type FieldFault,
  type FormState,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { type EmailAddress, parseEmail } from "../mail/emailAddress.ts";
import type { Fields } from "../site/fields.ts";

/** Who is invited, as one of the roles that the form offers. */
export type TypedInvitation<Role extends string> = {
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly role: Role;
};

/** The role of these that a form names. */
export function readRole<Role extends string>(
  form: Fields,
  roles: readonly Role[],
): Role | undefined {
  return roles.find((role) => role === form.text("role"));
}

/** The invitation that a form holds, or what is wrong with it. */
export function readInvitation<Role extends string>(
  form: Fields,
  roles: readonly Role[],
): TypedInvitation<Role> | readonly FieldFault[] {
  const email = parseEmail(form.text("email"));
  const typedName = form.text("name").trim();
  const name = typedName === "" ? null : parsePersonName(typedName);
  const role = readRole(form, roles);
  if (email !== undefined && name !== undefined && role !== undefined) return { email, name, role };
  const faults: FieldFault[] = [];
  if (email === undefined) {
    faults.push({ field: "email", text: "Type an address as ann@example.com." });
  }
  if (name === undefined) faults.push({ field: "name", text: "Type a name on one line." });
  if (role === undefined) faults.push({ field: "role", text: "Choose one of the roles." });
  return faults;
}

/** Roles as a form offers them. */
export function toRoleOptions(
  roles: readonly string[],
): readonly { readonly value: string; readonly text: string }[] {
  return roles.map((role) => ({ value: role, text: role }));
}

/** The form; `action` is the address it goes to, `roleHint` says what the roles may. */
export function renderInviting(
  state: FormState,
  form: { readonly action: string; readonly roles: readonly string[]; readonly roleHint: string },
): Html {
  const body = html`${renderTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    autocomplete: "off",
    maxLength: 254,
  })}${renderTextField(state, {
    name: "name",
    label: "Name",
    optional: true,
    hint: "What the mail calls them.",
    autocomplete: "off",
    maxLength: 200,
  })}${renderSelect(state, {
    name: "role",
    label: "Role",
    hint: form.roleHint,
    options: toRoleOptions(form.roles),
  })}${renderActions(renderButton({ text: "Send the invitation", kind: "primary" }))}`;
  return html`<h2 id="invite">Invite somebody</h2>
${renderFaults(state)}${renderForm({ action: form.action, label: "Invite", body })}`;
}
