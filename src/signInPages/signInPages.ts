// Signing in and out: the password, then the code where there is a second factor.

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
import { signIn } from "../signIn/signIn.ts";
import { signOut } from "../signIn/signOut.ts";
import type { Answer, SitePage } from "../site/visit.ts";
import { describeWait } from "./describeWait.ts";
import type { PeopleServer } from "./peopleServer.ts";
import { renderDone } from "./renderDone.ts";

/** Where to go on: an address of this door, or its home. */
function readNext({ root, home }: PeopleServer, text: string): string {
  const next = readLocalAddress(text);
  return next?.startsWith(`${root}/`) === true ? next : home;
}

function signInPage(
  { root, welcome }: PeopleServer,
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
    hint: "Six digits of your authenticator app, or one of your recovery codes.",
    autocomplete: "one-time-code",
    maxLength: 40,
    focused: true,
    code: true,
  })}${renderActions(
    renderButton({ text: "Sign in", kind: "primary" }),
    html`<a href="${root}/sign-in">Begin anew</a>`,
  )}`;
  return {
    title: "Enter your code",
    sentence: "Your password was right. The code shows that it is you.",
    body: html`${renderFaults(state)}${renderForm({
      action: `${root}/sign-in/code`,
      hidden: { ticket, next },
      body,
    })}`,
  };
}

function refuse(page: SitePage, status: 422 | 429 = 422): Answer {
  return { kind: "page", status, page };
}

function addPassword(door: PeopleServer): void {
  const { get, post, people, root } = door;
  const { supportEmail } = people;
  get("/sign-in", {
    access: "anyone",
    answer: async ({ signedIn, query }) => {
      const next = readNext(door, query.text("next"));
      if (signedIn !== null) return { kind: "see other", to: next };
      return { kind: "page", page: signInPage(door, freshForm(), next, query.text("done")) };
    },
  });
  post("/sign-in", {
    access: "anyone",
    answer: async ({ form, requestId, address, userAgent, sessionToken, now }) => {
      const next = readNext(door, form.text("next"));
      const [email, password] = [form.text("email"), form.text("password")];
      const brought = { requestId, address, userAgent, replaces: sessionToken };
      const request = { email, password, ...brought };
      const signed = await signIn(people, request, now);
      const again = (text: string): SitePage =>
        signInPage(door, { ...freshForm({ email }), faults: [{ field: "", text }] }, next);
      switch (signed.outcome) {
        case "signed in":
          return { kind: "see other", to: next, session: { token: signed.token } };
        case "second step":
          return { kind: "page", page: codePage(root, signed.ticket, next) };
        case "wrong":
          return refuse(again("The e-mail address or the password is wrong."));
        case "suspended":
          return refuse(again(`Your company's account is suspended. Write to ${supportEmail}.`));
        case "too many":
          return refuse(again(describeWait(signed.waitS)), 429);
      }
    },
  });
}

function addCode(door: PeopleServer): void {
  const { get, post, people, root } = door;
  get("/sign-in/code", {
    access: "anyone",
    answer: async () => ({ kind: "see other", to: `${root}/sign-in` }),
  });
  post("/sign-in/code", {
    access: "anyone",
    answer: async ({ form, requestId, address, userAgent, sessionToken, now }) => {
      const next = readNext(door, form.text("next"));
      const [ticket, code] = [form.text("ticket"), form.text("code")];
      const brought = { requestId, address, userAgent, replaces: sessionToken };
      const request = { ticket, code, ...brought };
      const signed = await completeSignIn(people, request, now);
      switch (signed.outcome) {
        case "signed in":
          return { kind: "see other", to: next, session: { token: signed.token } };
        case "wrong": {
          const text = "This code is wrong, or was used. Wait for the next one and type it here.";
          return refuse(codePage(root, ticket, next, text));
        }
        case "over": {
          const text = "That took longer than five minutes. Sign in again.";
          return refuse(signInPage(door, { ...freshForm(), faults: [{ field: "", text }] }, next));
        }
        case "too many":
          return refuse(codePage(root, ticket, next, describeWait(signed.waitS)), 429);
      }
    },
  });
}

/** Adds `/sign-in`, its second step and `/sign-out`. */
export function registerSignInPages(door: PeopleServer): void {
  addPassword(door);
  addCode(door);
  door.post("/sign-out", {
    access: "anyone",
    answer: async ({ signedIn }) => {
      if (signedIn !== null) await signOut(door.people.db, signedIn);
      return { kind: "see other", to: `${door.root}/sign-in?done=signed-out`, session: "ended" };
    },
  });
}
