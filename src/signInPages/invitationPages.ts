// An invitation: opening its link shows what it is to, its form makes the user and signs them in.
import { acceptInvitation, findInvitation } from "../accounts/acceptInvitation.ts";
import type { Invitation } from "../accounts/invitationQueries.ts";
import { renderTextField } from "../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { html } from "../html/html.ts";
import type { Answer, SitePage } from "../site/visit.ts";
import { describePasswordWeakness, hintPassword } from "./describePasswordWeakness.ts";
import { answerExpiredLink } from "./expiredLink.ts";
import type { PeopleServer } from "./peopleServer.ts";

function invitationPage(
  door: PeopleServer,
  token: string,
  invitation: Invitation,
  state: FormState,
): SitePage {
  const { root, invitation: words } = door;
  const { accountName, email, role } = invitation;
  const body = html`${renderTextField(state, {
    name: "name",
    label: "Your name",
    hint: words.nameHint,
    autocomplete: "name",
    maxLength: 200,
    focused: true,
  })}${renderTextField(state, {
    name: "password",
    label: "Password",
    hint: hintPassword(false),
    type: "password",
    autocomplete: "new-password",
  })}${renderActions(renderButton({ text: "Accept and sign in", kind: "primary" }))}`;
  return {
    title: words.title(accountName),
    sentence: html`You will sign in as ${email}, as ${words.role(role, accountName)}.`,
    body: html`${renderFaults(state)}
${renderForm({ action: `${root}/invitation/${token}`, body })}`,
  };
}

const gone = (root: string): Answer =>
  answerExpiredLink(root, "Ask whoever invited you for another.");

/** Adds `/invitation/:token`. */
export function registerInvitationPages(door: PeopleServer): void {
  const { get, post, people, root, home } = door;
  const { supportEmail } = people;
  get("/invitation/:token", {
    access: "anyone",
    answer: async ({ param, now }) => {
      const token = param("token");
      const invitation = await findInvitation(people, token, now);
      if (invitation === undefined) return gone(root);
      const state = freshForm({ name: invitation.name ?? "" });
      return { kind: "page", page: invitationPage(door, token, invitation, state) };
    },
  });
  post("/invitation/:token", {
    access: "anyone",
    answer: async ({ param, form, requestId, userAgent, sessionToken, now }) => {
      const token = param("token");
      const [name, password] = [form.text("name"), form.text("password")];
      const brought = { requestId, userAgent, replaces: sessionToken };
      const request = { token, name, password, ...brought };
      const accepted = await acceptInvitation(people, request, now);
      if (accepted.outcome === "accepted") {
        return { kind: "see other", to: home, session: { token: accepted.token } };
      }
      if (accepted.outcome === "gone") return gone(root);
      const refuse = (faults: readonly FieldFault[], status: 409 | 422): Answer => {
        const page = invitationPage(door, token, accepted.invitation, {
          ...freshForm({ name }),
          faults,
        });
        return { kind: "page", status, page };
      };
      if (accepted.outcome === "address taken") {
        const text = `${accepted.invitation.email} signs in already. Write to ${supportEmail}.`;
        return refuse([{ field: "", text }], 409);
      }
      const faults: FieldFault[] = [];
      if (accepted.name) faults.push({ field: "name", text: "Type your name, on one line." });
      if (accepted.password !== null) {
        faults.push({
          field: "password",
          text: describePasswordWeakness(accepted.password, false),
        });
      }
      return refuse(faults, 422);
    },
  });
}
