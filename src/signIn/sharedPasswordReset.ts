// Password reset. Requesting a link looks the same for every e-mail address.
import { renderEmailField } from "../kit/html/field.ts";
import { type FormState, freshForm, renderForm } from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { answerPage, type PageStatus, redirect, type SitePage } from "../kit/site/visit.ts";
import { parseEmail } from "../mail/emailAddress.ts";
import { requestReset } from "./requestReset.ts";
import { findReset, resetPassword } from "./resetPassword.ts";
import {
  answerExpiredLink,
  describePasswordWeakness,
  describeWait,
  renderDone,
  renderNewPassword,
} from "./sharedMessages.ts";
import type { PublicHandler } from "./sharedSite.ts";

function resetRequestPage(root: string, state: FormState, done = ""): SitePage {
  const form = renderForm({
    action: `${root}/forgotten`,
    state,
    body: renderEmailField(state, { autocomplete: "username", focused: true }),
    button: { text: "Send reset link", kind: "primary" },
    beside: html`<a href="${root}/sign-in">Back to sign in</a>`,
  });
  return {
    title: "Password reset",
    isForSigningIn: true,
    sentence: "We e-mail you a link to choose a new password.",
    body: html`${renderDone(done)}${form}`,
  };
}

function resetPage(
  root: string,
  token: string,
  user: { readonly email: string; readonly secondFactor: boolean },
  state: FormState,
): SitePage {
  const field = { name: "password", label: "New password", focused: true };
  return {
    title: "New password",
    isForSigningIn: true,
    sentence: html`For ${user.email}. This signs you out everywhere.`,
    body: renderForm({
      action: `${root}/reset/${token}`,
      state,
      body: renderNewPassword(state, user.secondFactor, field),
      button: { text: "Change password", kind: "primary" },
    }),
  };
}

const answerGone = (root: string) =>
  answerExpiredLink(root, html`<a href="${root}/forgotten">Request a new link</a>`);

export const showResetRequest: PublicHandler = async ({ root }, { query }) =>
  answerPage(resetRequestPage(root, freshForm(), query.text("done")));

export const askForReset: PublicHandler = async ({ people, root }, { form, address, now }) => {
  const typed = form.text("email");
  const refuse = (text: string, status: PageStatus) => {
    const state = { ...freshForm({ email: typed }), faults: [{ field: "email", text }] };
    return answerPage(resetRequestPage(root, state), status);
  };
  const email = parseEmail(typed);
  if (email === undefined) return refuse("Enter an e-mail address such as ann@example.com.", 422);
  const requested = await requestReset(people, { email, address }, now);
  if (requested.outcome !== "asked") return refuse(describeWait(requested.waitS), requested);
  const unsent = people.kind === "operators" ? "reset-in-outbox" : "reset-asked-unsent";
  const done = people.sendsMail ? "reset-asked" : unsent;
  return redirect(`${root}/forgotten?done=${done}`);
};

export const showReset: PublicHandler = async ({ people, root }, { param, now }) => {
  const token = param("token");
  const user = await findReset(people, token, now);
  if (user === undefined) return answerGone(root);
  const shown = { email: user.email, secondFactor: user.totpConfirmedAt !== null };
  return answerPage(resetPage(root, token, shown, freshForm()));
};

export const choosePassword: PublicHandler = async ({ people, root }, visit) => {
  const { param, form, requestId, now } = visit;
  const token = param("token");
  const request = { token, password: form.text("password"), requestId };
  const reset = await resetPassword(people, request, now);
  if (reset.outcome === "gone") return answerGone(root);
  if (reset.outcome === "reset") return redirect(`${root}/sign-in?done=reset`, "ended");
  const text = describePasswordWeakness(reset.password, reset.secondFactor);
  const state = { ...freshForm(), faults: [{ field: "password", text }] };
  return answerPage(resetPage(root, token, reset, state), 422);
};
