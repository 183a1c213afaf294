import { renderTextField } from "../kit/html/field.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import { acceptInvitation, findInvitation } from "../people/acceptInvitation.ts";
import type { Invitation } from "../people/invitationQueries.ts";
import {
  answerExpiredLink,
  describePasswordWeakness,
  renderNewPassword,
} from "./sharedMessages.ts";
import type { PublicHandler, SignInSite } from "./sharedSite.ts";

function invitationPage(
  site: SignInSite,
  token: string,
  invitation: Invitation,
  state: FormState,
): SitePage {
  const { root, invitation: words } = site;
  const { accountName, email, role } = invitation;
  const name = renderTextField(state, {
    name: "name",
    label: "Your name",
    hint: words.nameHint,
    autocomplete: "name",
    maxLength: 200,
    focused: true,
  });
  return {
    title: words.title(accountName),
    isForSigningIn: true,
    sentence: html`You will sign in with ${email} as ${words.role(role, accountName)}.`,
    body: renderForm({
      action: `${root}/invitation/${token}`,
      state,
      body: [name, renderNewPassword(state, false, { name: "password", label: "Password" })],
      button: { text: "Accept and sign in", kind: "primary" },
    }),
  };
}

const answerGone = (root: string): Answer =>
  answerExpiredLink(root, "Ask the person who invited you for a new link.");

export const showInvitation: PublicHandler = async (site, { param, now }) => {
  const token = param("token");
  const invitation = await findInvitation(site.people, token, now);
  if (invitation === undefined) return answerGone(site.root);
  const state = freshForm({ name: invitation.name ?? "" });
  return answerPage(invitationPage(site, token, invitation, state));
};

export const accept: PublicHandler = async (site, visit) => {
  const { param, form, requestId, userAgent, sessionToken, now } = visit;
  const token = param("token");
  const [name, password] = [form.text("name"), form.text("password")];
  const request = { token, name, password, requestId, userAgent, replaces: sessionToken };
  const accepted = await acceptInvitation(site.people, request, now);
  if (accepted.outcome === "accepted") return redirect(site.home, { token: accepted.token });
  if (accepted.outcome === "gone") return answerGone(site.root);
  const refuse = (faults: readonly FieldFault[], status: 409 | 422): Answer => {
    const state = { ...freshForm({ name }), faults };
    return answerPage(invitationPage(site, token, accepted.invitation, state), status);
  };
  if (accepted.outcome === "address taken") {
    const { email } = accepted.invitation;
    const text = `${email} is already registered. Write to ${site.people.supportEmail}.`;
    return refuse([{ field: "", text }], 409);
  }
  const faults: FieldFault[] = [];
  if (accepted.name) faults.push({ field: "name", text: "Enter your name on one line." });
  if (accepted.password !== null) {
    const text = describePasswordWeakness(accepted.password, false);
    faults.push({ field: "password", text });
  }
  return refuse(faults, 422);
};
