import { renderEmailField, renderTextField } from "../kit/html/field.ts";
import { type FormState, freshForm, renderForm } from "../kit/html/form.ts";
import { html } from "../kit/html/html.ts";
import { answerPage, type PageStatus, redirect, type SitePage } from "../kit/site/visit.ts";
import { readLocalAddress } from "../server/http/localAddress.ts";
import { completeSignIn } from "./completeSignIn.ts";
import { signOut } from "./sessions.ts";
import { describeWait, renderDone } from "./sharedMessages.ts";
import type { PublicHandler, SignInSite } from "./sharedSite.ts";
import { signIn } from "./signIn.ts";

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
  const password = {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
  } as const;
  const form = renderForm({
    action: `${root}/sign-in`,
    hidden: { next },
    state,
    body: [
      renderEmailField(state, { autocomplete: "username", focused: true }),
      renderTextField(state, password),
    ],
    button: { text: "Sign in", kind: "primary" },
    beside: html`<a href="${root}/forgotten">Forgot your password?</a>`,
  });
  return {
    title: "Sign in",
    isForSigningIn: true,
    sentence: welcome,
    body: html`${renderDone(done)}${form}`,
  };
}

function codePage(root: string, ticket: string, next: string, fault?: string): SitePage {
  const faults = fault === undefined ? [] : [{ field: "code", text: fault }];
  const state = { ...freshForm(), faults };
  const body = renderTextField(state, {
    name: "code",
    label: "Code",
    hint: "Six digits from your authenticator app, or a recovery code.",
    autocomplete: "one-time-code",
    maxLength: 40,
    focused: true,
    code: true,
  });
  return {
    title: "Sign-in code",
    isForSigningIn: true,
    sentence: "Your password is correct. Now enter your code.",
    body: renderForm({
      action: `${root}/sign-in/code`,
      hidden: { ticket, next },
      state,
      body,
      button: { text: "Sign in", kind: "primary" },
      beside: html`<a href="${root}/sign-in">Start again</a>`,
    }),
  };
}

export const showSignIn: PublicHandler = async (site, { signedIn, query }) => {
  const next = readNext(site, query.text("next"));
  if (signedIn !== null) return redirect(next);
  return answerPage(signInPage(site, freshForm(), next, query.text("done")));
};

export const enterPassword: PublicHandler = async (site, visit) => {
  const { form, requestId, address, userAgent, sessionToken, now } = visit;
  const { people, root } = site;
  const next = readNext(site, form.text("next"));
  const [email, password] = [form.text("email"), form.text("password")];
  const request = { email, password, requestId, address, userAgent, replaces: sessionToken };
  const signed = await signIn(people, request, now);
  const refuse = (text: string, status: PageStatus = 422) => {
    const state = { ...freshForm({ email }), faults: [{ field: "", text }] };
    return answerPage(signInPage(site, state, next), status);
  };
  switch (signed.outcome) {
    case "signed in":
      return redirect(next, { token: signed.token });
    case "second step":
      return answerPage(codePage(root, signed.ticket, next));
    case "wrong":
      return refuse("Wrong e-mail address or password.");
    case "suspended":
      return refuse(`Your company's account is suspended. Write to ${people.supportEmail}.`);
    case "too many":
      return refuse(describeWait(signed.waitS), signed);
  }
};

/** A code is only entered after a password, so the page cannot be opened by itself. */
export const startOver: PublicHandler = async ({ root }) => redirect(`${root}/sign-in`);

export const enterCode: PublicHandler = async (site, visit) => {
  const { form, requestId, address, userAgent, sessionToken, now } = visit;
  const { people, root } = site;
  const next = readNext(site, form.text("next"));
  const [ticket, code] = [form.text("ticket"), form.text("code")];
  const request = { ticket, code, requestId, address, userAgent, replaces: sessionToken };
  const signed = await completeSignIn(people, request, now);
  switch (signed.outcome) {
    case "signed in":
      return redirect(next, { token: signed.token });
    case "wrong": {
      const text = "The code is wrong or already used. Wait for the next code, then enter it.";
      return answerPage(codePage(root, ticket, next, text), 422);
    }
    case "over": {
      const text = "That took longer than five minutes. Sign in again.";
      const state = { ...freshForm(), faults: [{ field: "", text }] };
      return answerPage(signInPage(site, state, next), 422);
    }
    case "too many":
      return answerPage(codePage(root, ticket, next, describeWait(signed.waitS)), signed);
  }
};

export const leave: PublicHandler = async ({ people, root }, { signedIn }) => {
  if (signedIn !== null) await signOut(people.db, signedIn);
  return redirect(`${root}/sign-in?done=signed-out`, "ended");
};
