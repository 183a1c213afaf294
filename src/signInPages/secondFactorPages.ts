// Turning one's second factor on and off. Recovery codes are shown on the page that answers, this
// once: a page that could be opened again would have to keep them.

import { renderCopyable } from "../html/copyable.ts";
import { renderTextField } from "../html/field.ts";
import {
  freshForm,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { html } from "../html/html.ts";
import type { Place } from "../html/page.ts";
import { renderQrCode } from "../html/qrCode.ts";
import { disableTotp, renewRecoveryCodes } from "../signIn/disableTotp.ts";
import { passwordLengths } from "../signIn/findPasswordWeakness.ts";
import type { RecoveryCode } from "../signIn/recoveryCode.ts";
import { confirmTotp, findPendingTotp, startTotp } from "../signIn/startTotp.ts";
import { formatTotpSecret, totpAddress } from "../signIn/totp.ts";
import type { Answer, SitePage, Visit } from "../site/visit.ts";
import { describeWait } from "./describeWait.ts";
import type { PeopleServer, PersonHere } from "./peopleServer.ts";
import { type OwnForm, showOwn } from "./showOwn.ts";

function above(root: string): Place {
  return { href: `${root}/account`, text: "Account" };
}

const elsewhere = "This was changed in another place meanwhile. Look at how it stands now.";

function setUpPage(root: string, secret: Buffer, email: string, fault?: string): SitePage {
  const faults = fault === undefined ? [] : [{ field: "code", text: fault }];
  const state = { ...freshForm(), faults };
  const body = html`${renderTextField(state, {
    name: "code",
    label: "Code",
    hint: "The six digits that the app shows now.",
    autocomplete: "one-time-code",
    digits: true,
    code: true,
    maxLength: 20,
    focused: true,
  })}${renderActions(renderButton({ text: "Turn it on", kind: "primary" }))}`;
  const written = formatTotpSecret(secret);
  return {
    title: "Set up a second factor",
    sentence: "Scan the square with an authenticator app, then type the code that it shows.",
    above: above(root),
    body: html`${renderQrCode(totpAddress(secret, "partsdesk", email), "QR code of the secret")}
<p>Or type the secret into the app: ${renderCopyable(written, "the secret")}</p>
${renderFaults(state)}${renderForm({ action: `${root}/account/second-factor/confirm`, body })}`,
  };
}

function codesPage(root: string, codes: readonly RecoveryCode[], title: string): SitePage {
  const points = codes.map((code) => html`<li><code>${code}</code></li>\n`);
  return {
    title,
    sentence: "Keep these recovery codes: each signs you in once if you lose your telephone.",
    above: above(root),
    body: html`<ul class="codes">
${points}</ul>
<p>${renderCopyable(codes.join(" "), "all codes")}</p>
<p class="quiet">They are not shown again. New ones can be made on the account page.</p>
${renderActions(renderButtonLink(`${root}/account`, "I have kept them", "primary"))}`,
  };
}

type Refusal =
  | { readonly outcome: "wrong" | "elsewhere" | "short password" }
  | { readonly outcome: "too many"; readonly waitS: number };

function sayRefusal(refusal: Refusal): string {
  switch (refusal.outcome) {
    case "wrong":
      return "This is not your present password.";
    case "elsewhere":
      return elsewhere;
    case "short password":
      return `Change the password first: alone it needs ${passwordLengths.alone} characters.`;
    case "too many":
      return describeWait(refusal.waitS);
  }
}

function createRefuse(door: PeopleServer) {
  return async (visit: Visit<PersonHere>, form: OwnForm, refusal: Refusal): Promise<Answer> => {
    const shown = { form, faults: [{ field: "present", text: sayRefusal(refusal) }] };
    const status = refusal.outcome === "too many" ? 429 : 422;
    return { kind: "page", status, page: await showOwn(door, visit, shown) };
  };
}

function addTurningOn(door: PeopleServer): void {
  const { people, root } = door;
  const refuse = createRefuse(door);
  door.post("/account/second-factor", {
    access: "signed in",
    answer: async (visit) => {
      const { form, now } = visit;
      const started = await startTotp(people, visit, form.text("present"), now);
      if (started.outcome !== "started") return refuse(visit, "second-factor", started);
      return { kind: "see other", to: `${root}/account/second-factor` };
    },
  });
  door.get("/account/second-factor", {
    access: "signed in",
    answer: async ({ signedIn: { user } }) => {
      const secret = await findPendingTotp(people, user.userId);
      if (secret === undefined) return { kind: "see other", to: `${root}/account` };
      return { kind: "page", page: setUpPage(root, secret, user.email) };
    },
  });
  door.post("/account/second-factor/confirm", {
    access: "signed in",
    answer: async (visit) => {
      const { signedIn, form, now } = visit;
      const confirmed = await confirmTotp(people, visit, form.text("code"), now);
      if (confirmed.outcome === "on") {
        const page = codesPage(root, confirmed.recoveryCodes, "Your second factor is on");
        return { kind: "page", page };
      }
      const secret = await findPendingTotp(people, signedIn.user.userId);
      if (secret === undefined || confirmed.outcome === "elsewhere") {
        return { kind: "see other", to: `${root}/account` };
      }
      const isWrong = confirmed.outcome === "wrong";
      const fault = isWrong
        ? "This code is wrong, or the clock of your telephone is. Type the one it shows now."
        : describeWait(confirmed.waitS);
      const page = setUpPage(root, secret, signedIn.user.email, fault);
      return { kind: "page", status: isWrong ? 422 : 429, page };
    },
  });
}

function addTurningOff(door: PeopleServer): void {
  const { people, root } = door;
  const refuse = createRefuse(door);
  door.post("/account/second-factor-off", {
    access: "signed in",
    answer: async (visit) => {
      const ended = await disableTotp(people, visit, visit.form.text("present"), visit.now);
      if (ended.outcome !== "off") return refuse(visit, "second-factor-off", ended);
      return { kind: "see other", to: `${root}/account?done=second-factor-off` };
    },
  });
  door.post("/account/recovery-codes", {
    access: "signed in",
    answer: async (visit) => {
      const renewed = await renewRecoveryCodes(
        people,
        visit,
        visit.form.text("present"),
        visit.now,
      );
      if (renewed.outcome !== "renewed") return refuse(visit, "recovery-codes", renewed);
      return {
        kind: "page",
        page: codesPage(root, renewed.recoveryCodes, "Your new recovery codes"),
      };
    },
  });
}

/** Adds the addresses at which a second factor is turned on and off. */
export function registerSecondFactorPages(door: PeopleServer): void {
  addTurningOn(door);
  addTurningOff(door);
}
