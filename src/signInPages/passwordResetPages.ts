// A forgotten password: asking for a link, and choosing another password by it. Asking looks the
// same for every address.
import { parseEmail } from "../accounts/emailAddress.ts";
import { renderTextField } from "../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { html } from "../html/html.ts";
import { requestReset } from "../signIn/requestReset.ts";
import { findReset, resetPassword } from "../signIn/resetPassword.ts";
import type { Answer, SitePage } from "../site/visit.ts";
import { describePasswordWeakness, hintPassword } from "./describePasswordWeakness.ts";
import { describeWait } from "./describeWait.ts";
import { answerExpiredLink } from "./expiredLink.ts";
import type { PeopleServer } from "./peopleServer.ts";
import { renderDone } from "./renderDone.ts";

function forgottenPage(root: string, state: FormState, done = ""): SitePage {
  const body = html`${renderTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    autocomplete: "username",
    maxLength: 254,
    focused: true,
  })}${renderActions(
    renderButton({ text: "Send me a link", kind: "primary" }),
    html`<a href="${root}/sign-in">Back to sign in</a>`,
  )}`;
  const action = `${root}/forgotten`;
  return {
    title: "Password reset",
    sentence: "We mail you a link by which you choose another.",
    body: html`${renderDone(done)}${renderFaults(state)}${renderForm({ action, body })}`,
  };
}

function resetPage(
  root: string,
  token: string,
  user: { readonly email: string; readonly secondFactor: boolean },
  state: FormState,
): SitePage {
  const body = html`${renderTextField(state, {
    name: "password",
    label: "New password",
    hint: hintPassword(user.secondFactor),
    type: "password",
    autocomplete: "new-password",
    focused: true,
  })}${renderActions(renderButton({ text: "Change the password", kind: "primary" }))}`;
  return {
    title: "Choose a new password",
    sentence: html`For ${user.email}. It ends every session.`,
    body: html`${renderFaults(state)}${renderForm({ action: `${root}/reset/${token}`, body })}`,
  };
}

const gone = (root: string): Answer =>
  answerExpiredLink(root, html`<a href="${root}/forgotten">Ask for another link.</a>`);

function addForgotten({ get, post, people, root }: PeopleServer): void {
  get("/forgotten", {
    access: "anyone",
    answer: async ({ query }) => ({
      kind: "page",
      page: forgottenPage(root, freshForm(), query.text("done")),
    }),
  });
  post("/forgotten", {
    access: "anyone",
    answer: async ({ form, address, now }) => {
      const typed = form.text("email");
      const again = (text: string): SitePage =>
        forgottenPage(root, { ...freshForm({ email: typed }), faults: [{ field: "email", text }] });
      const email = parseEmail(typed);
      if (email === undefined) {
        const page = again("Type an address as ann@example.com.");
        return { kind: "page", status: 422, page };
      }
      const asked = await requestReset(people, { email, address }, now);
      if (asked.outcome === "asked") {
        const done = people.sendsMail ? "reset-asked" : "reset-asked-unsent";
        return { kind: "see other", to: `${root}/forgotten?done=${done}` };
      }
      return { kind: "page", status: 429, page: again(describeWait(asked.waitS)) };
    },
  });
}

function addReset({ get, post, people, root }: PeopleServer): void {
  get("/reset/:token", {
    access: "anyone",
    answer: async ({ param, now }) => {
      const token = param("token");
      const user = await findReset(people, token, now);
      if (user === undefined) return gone(root);
      const shown = { email: user.email, secondFactor: user.totpConfirmedAt !== null };
      return { kind: "page", page: resetPage(root, token, shown, freshForm()) };
    },
  });
  post("/reset/:token", {
    access: "anyone",
    answer: async ({ param, form, requestId, now }) => {
      const token = param("token");
      const request = { token, password: form.text("password"), requestId };
      const reset = await resetPassword(people, request, now);
      if (reset.outcome === "gone") return gone(root);
      if (reset.outcome === "reset") {
        return { kind: "see other", to: `${root}/sign-in?done=reset`, session: "ended" };
      }
      const { email, secondFactor } = reset;
      const text = describePasswordWeakness(reset.password, secondFactor);
      const state = { ...freshForm(), faults: [{ field: "password", text }] };
      return {
        kind: "page",
        status: 422,
        page: resetPage(root, token, { email, secondFactor }, state),
      };
    },
  });
}

/** Adds `/forgotten` and `/reset/:token`. */
export function registerPasswordResetPages(door: PeopleServer): void {
  addForgotten(door);
  addReset(door);
}
