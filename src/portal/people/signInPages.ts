// Signing in and out: the password, then the code where there is a second factor.
import { completeSignIn } from "../../accounts/completeSignIn.ts";
import { signIn } from "../../accounts/signIn.ts";
import { signOut } from "../../accounts/signOut.ts";
import { writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { readLocalAddress } from "../../http/localAddress.ts";
import type { Answer, SitePage } from "../../http/visit.ts";
import type { PortalServer } from "../portalServer.ts";
import { sayWait } from "./sayWait.ts";
import { writeDone } from "./writeDone.ts";

/** Where to go on: an address of this site, or home. */
function readNext(text: string): string {
  return readLocalAddress(text) ?? "/";
}

function signInPage(state: FormState, next: string, done = ""): SitePage {
  const body = html`${writeTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    autocomplete: "username",
    maxLength: 254,
    focused: true,
  })}${writeTextField(state, {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
  })}${writeActions(
    writeButton({ text: "Sign in", kind: "primary" }),
    html`<a href="/forgotten">Forgotten password</a>`,
  )}`;
  return {
    title: "Sign in",
    sentence: "Your company's account opens by invitation: ask its admin, or write to us.",
    body: html`${writeDone(done)}${writeFaults(state)}${writeForm({
      action: "/sign-in",
      hidden: { next },
      body,
    })}`,
  };
}

function codePage(ticket: string, next: string, fault?: string): SitePage {
  const faults = fault === undefined ? [] : [{ field: "code", text: fault }];
  const state = { ...freshForm(), faults };
  const body = html`${writeTextField(state, {
    name: "code",
    label: "Code",
    hint: "Six digits of your authenticator app, or one of your recovery codes.",
    autocomplete: "one-time-code",
    maxLength: 40,
    focused: true,
    code: true,
  })}${writeActions(
    writeButton({ text: "Sign in", kind: "primary" }),
    html`<a href="/sign-in">Begin anew</a>`,
  )}`;
  return {
    title: "Enter your code",
    sentence: "Your password was right. The code shows that it is you.",
    body: html`${writeFaults(state)}${writeForm({
      action: "/sign-in/code",
      hidden: { ticket, next },
      body,
    })}`,
  };
}

function refuse(page: SitePage, status: 422 | 429 = 422): Answer {
  return { kind: "page", status, page };
}

function addPassword({ get, post, context }: PortalServer): void {
  const { people, supportEmail } = context;
  get("/sign-in", {
    access: "anyone",
    answer: async ({ signedIn, query }) => {
      const next = readNext(query.text("next"));
      if (signedIn !== null) return { kind: "see other", to: next };
      return { kind: "page", page: signInPage(freshForm(), next, query.text("done")) };
    },
  });
  post("/sign-in", {
    access: "anyone",
    answer: async ({ form, address, userAgent, sessionToken, now }) => {
      const next = readNext(form.text("next"));
      const [email, password] = [form.text("email"), form.text("password")];
      const request = { email, password, address, userAgent, replaces: sessionToken };
      const signed = await signIn(people, request, now);
      const again = (text: string): SitePage =>
        signInPage({ ...freshForm({ email }), faults: [{ field: "", text }] }, next);
      switch (signed.outcome) {
        case "signed in":
          return { kind: "see other", to: next, session: { token: signed.token } };
        case "second step":
          return { kind: "page", page: codePage(signed.ticket, next) };
        case "wrong":
          return refuse(again("The e-mail address or the password is wrong."));
        case "suspended":
          return refuse(again(`Your company's account is suspended. Write to ${supportEmail}.`));
        case "too many":
          return refuse(again(sayWait(signed.waitS)), 429);
      }
    },
  });
}

function addCode({ get, post, context }: PortalServer): void {
  get("/sign-in/code", {
    access: "anyone",
    answer: async () => ({ kind: "see other", to: "/sign-in" }),
  });
  post("/sign-in/code", {
    access: "anyone",
    answer: async ({ form, address, userAgent, sessionToken, now }) => {
      const next = readNext(form.text("next"));
      const [ticket, code] = [form.text("ticket"), form.text("code")];
      const request = { ticket, code, address, userAgent, replaces: sessionToken };
      const signed = await completeSignIn(context.people, request, now);
      switch (signed.outcome) {
        case "signed in":
          return { kind: "see other", to: next, session: { token: signed.token } };
        case "wrong": {
          const text = "This code is wrong, or was used. Wait for the next one and type it here.";
          return refuse(codePage(ticket, next, text));
        }
        case "over": {
          const text = "That took longer than five minutes. Sign in again.";
          return refuse(signInPage({ ...freshForm(), faults: [{ field: "", text }] }, next));
        }
        case "too many":
          return refuse(codePage(ticket, next, sayWait(signed.waitS)), 429);
      }
    },
  });
}

/** Adds `/sign-in`, its second step and `/sign-out`. */
export function registerSignInPages(portal: PortalServer): void {
  addPassword(portal);
  addCode(portal);
  portal.post("/sign-out", {
    access: "anyone",
    answer: async ({ signedIn }) => {
      if (signedIn !== null) await signOut(portal.context.db, signedIn);
      return { kind: "see other", to: "/sign-in?done=signed-out", session: "ended" };
    },
  });
}
