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
import { readLocalAddress } from "../http/localAddress.ts";
import { completeSignIn } from "../signIn/completeSignIn.ts";
import { signOut } from "../signIn/sessions.ts";
import { signIn } from "../signIn/signIn.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../site/visit.ts";
import { describeWait, renderDone } from "./messages.ts";
import type { PublicHandler, SignInSite } from "./signInSite.ts";

function readNext({ root, home }: SignInSite, text: string): string {
  const next = readLocalAddress(text);
  return next?.startsWith(`${root}/`) === true ? next : home;
}

function signInPage(
  { root, welcome }: SignInSite,
  state: FormState,
  next: string,
  done = "",
): SitePage {
  const body = html`${renderTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    autocomplete: "username",
    maxLength: 254,
    focused: true,
  })}${renderTextField(state, {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
  })}${renderActions(
    renderButton({ text: "Sign in", kind: "primary" }),
    html`<a href="${root}/forgotten">Forgot your password?</a>`,
  )}`;
  return {
    title: "Sign in",
    sentence: welcome,
    body: html`${renderDone(done)}${renderFaults(state)}${renderForm({
      action: `${root}/sign-in`,
      hidden: { next },
      body,
    })}`,
  };
}

function codePage(root: string, ticket: string, next: string, fault?: string): SitePage {
  const faults = fault === undefined ? [] : [{ field: "code", text: fault }];
  const state = { ...freshForm(), faults };
  const body = html`${renderTextField(state, {
    name: "code",
    label: "Code",
    hint: "Six digits from your authenticator app, or a recovery code.",
    autocomplete: "one-time-code",
    maxLength: 40,
    focused: true,
    code: true,
  })}${renderActions(
    renderButton({ text: "Sign in", kind: "primary" }),
    html`<a href="${root}/sign-in">Start again</a>`,
  )}`;
  return {
    title: "Sign-in code",
    sentence: "Your password is correct. Enter the code of your second factor.",
    body: html`${renderFaults(state)}${renderForm({
      action: `${root}/sign-in/code`,
      hidden: { ticket, next },
      body,
    })}`,
  };
}

function refuse(page: SitePage, status: 422 | 429 = 422): Answer {
  return answerPage(page, status);
}

export const showSignIn: PublicHandler = async (site, { signedIn, query }) => {
  const next = readNext(site, query.text("next"));
  if (signedIn !== null) return redirect(next);
  return answerPage(signInPage(site, freshForm(), next, query.text("done")));
};

export const enterPassword: PublicHandler = async (
  site,
  { form, requestId, address, userAgent, sessionToken, now },
) => {
  const { people, root } = site;
  const next = readNext(site, form.text("next"));
  const [email, password] = [form.text("email"), form.text("password")];
  const request = { email, password, requestId, address, userAgent, replaces: sessionToken };
  const signed = await signIn(people, request, now);
  const again = (text: string): SitePage =>
    signInPage(site, { ...freshForm({ email }), faults: [{ field: "", text }] }, next);
  switch (signed.outcome) {
    case "signed in":
      return redirect(next, { token: signed.token });
    case "second step":
      return answerPage(codePage(root, signed.ticket, next));
    case "wrong":
      return refuse(again("Wrong e-mail address or password."));
    case "suspended":
      return refuse(again(`Your company's account is suspended. Write to ${people.supportEmail}.`));
    case "too many":
      return refuse(again(describeWait(signed.waitS)), 429);
  }
};

/** A code is only entered after a password, so the page cannot be opened by itself. */
export const startOver: PublicHandler = async ({ root }) => {
  return redirect(`${root}/sign-in`);
};

export const enterCode: PublicHandler = async (
  site,
  { form, requestId, address, userAgent, sessionToken, now },
) => {
  const { people, root } = site;
  const next = readNext(site, form.text("next"));
  const [ticket, code] = [form.text("ticket"), form.text("code")];
  const request = { ticket, code, requestId, address, userAgent, replaces: sessionToken };
  const signed = await completeSignIn(people, request, now);
  switch (signed.outcome) {
    case "signed in":
      return redirect(next, { token: signed.token });
    case "wrong": {
      const text = "The code is wrong or already used. Wait for the next code and enter it here.";
      return refuse(codePage(root, ticket, next, text));
    }
    case "over": {
      const text = "That took longer than five minutes. Sign in again.";
      return refuse(signInPage(site, { ...freshForm(), faults: [{ field: "", text }] }, next));
    }
    case "too many":
      return refuse(codePage(root, ticket, next, describeWait(signed.waitS)), 429);
  }
};

export const leave: PublicHandler = async ({ people, root }, { signedIn }) => {
  if (signedIn !== null) await signOut(people.db, signedIn);
  return redirect(`${root}/sign-in?done=signed-out`, "ended");
};
