import { renderCard } from "../kit/html/card.ts";
import { renderEmailField, renderSelect, renderTextField } from "../kit/html/field.ts";
import { type FieldFault, type FormState, renderButton, renderForm } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { renderEmail, renderTable } from "../kit/html/table.ts";
import type { Fields } from "../kit/site/fields.ts";
import { type EmailAddress, parseTypedEmail } from "../mail/emailAddress.ts";
import type { ListedInvitation } from "../people/invitationQueries.ts";
import { parsePersonName } from "../people/personName.ts";
import { texts } from "./sharedTexts.ts";

export type TypedInvitation<Role extends string> = {
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly role: Role;
};

export function readRole<Role extends string>(
  form: Fields,
  roles: readonly Role[],
): Role | undefined {
  return roles.find((role) => role === form.text("role"));
}

export function readInvitation<Role extends string>(
  form: Fields,
  roles: readonly Role[],
): TypedInvitation<Role> | readonly FieldFault[] {
  const email = parseTypedEmail(form.text("email"));
  const typedName = form.text("name").trim();
  const name = typedName === "" ? null : parsePersonName(typedName);
  const role = readRole(form, roles);
  if (email !== undefined && name !== undefined && role !== undefined) return { email, name, role };
  const faults: FieldFault[] = [];
  if (email === undefined) {
    faults.push({ field: "email", text: "Enter an e-mail address such as ann@example.com." });
  }
  if (name === undefined) faults.push({ field: "name", text: "Enter a name on one line." });
  if (role === undefined) faults.push({ field: "role", text: "Choose one of the roles." });
  return faults;
}

export function toRoleOptions(
  roles: readonly string[],
): readonly { readonly value: string; readonly text: string }[] {
  return roles.map((role) => ({ value: role, text: role }));
}

/** The form; `action` is the address it goes to, `roleHint` says what the roles may. */
export function renderInviting(
  state: FormState,
  form: {
    readonly title?: string;
    readonly action: string;
    readonly roles: readonly string[];
    readonly roleHint: string;
  },
): Html {
  const body = html`${renderEmailField(state, { autocomplete: "off" })}${renderTextField(state, {
    name: "name",
    label: "Name",
    optional: true,
    hint: "Shown in the invitation.",
    autocomplete: "off",
    maxLength: 200,
  })}${renderSelect(state, {
    name: "role",
    label: "Role",
    hint: form.roleHint,
    options: toRoleOptions(form.roles),
  })}`;
  const button = { text: "Send invitation", kind: "primary" } as const;
  return renderCard({
    id: "invite",
    title: form.title ?? "Invite person",
    body: renderForm({ action: form.action, label: "Invite", state, body, button }),
  });
}

/** Whether it can be accepted until a moment, or why its e-mail did not arrive. */
function renderInvitationState({ expiresAt, mailState }: ListedInvitation, now: Date): Html {
  const { invited } = texts;
  const moment = renderMoment(expiresAt);
  if (expiresAt <= now) {
    return html`${renderBadge("short", invited.expired)}\n${invited.expiredOn(moment)}`;
  }
  switch (mailState) {
    case "bounced":
      return html`${renderBadge("fault", invited.bounced)}\n${invited.bouncedHint}`;
    case "failed":
      return html`${renderBadge("fault", invited.failed)}\n${invited.failedHint}`;
    case "kept":
      return html`${renderBadge("short", invited.kept)}\n${invited.pendingUntil(moment)}`;
    default:
      return html`${renderBadge("neutral", invited.pending)}\n${invited.pendingUntil(moment)}`;
  }
}

/**
 * Who delivers a link: a mail server, the operator who creates it, or the distributor for the admin
 * of an account.
 */
export type LinkDelivery = "mailed" | "shown" | "asked for";

/** Invitations that wait or have expired; `root` is the address below which each has its own. */
export function renderInvitations(
  invitations: readonly ListedInvitation[],
  { root, now, delivery }: { root: string; now: Date; delivery: LinkDelivery },
): Html | null {
  if (invitations.length === 0) return null;
  const { invited } = texts;
  const isMailed = delivery === "mailed";
  return renderCard({
    title: invited.title,
    foot: html`<p class="quiet">${invited.delivery[delivery]}</p>\n`,
    body: renderTable({
      caption: invited.caption,
      columns: [
        { title: invited.email, kind: "words" },
        { title: invited.role, kind: "words" },
        { title: invited.sent, kind: "words", titled: true },
        { title: invited.state, kind: "text" },
        { title: invited.actions, kind: "actions" },
      ],
      rows: invitations.map((invitation) => {
        const { invitationId, email, role, createdAt } = invitation;
        const address = `${root}/${invitationId}`;
        const again = renderForm({
          action: `${address}/send`,
          body: renderButton({
            text: isMailed ? invited.sendAgain : invited.createLink,
            label: isMailed ? invited.sendAgainTo(email) : invited.createLinkFor(email),
          }),
        });
        const withdraw = renderForm({
          action: `${address}/withdraw`,
          body: renderButton({
            text: invited.withdraw,
            label: invited.withdrawFrom(email),
          }),
        });
        const state = renderInvitationState(invitation, now);
        const sent = renderMoment(createdAt);
        return { cells: [renderEmail(email), role, sent, state, html`${again} ${withdraw}`] };
      }),
    }),
  });
}
