// Turning the second factor on and off. Recovery codes are shown only in the answer that creates
// them, because only their hashes are stored.
import { encode } from "uqr";
import { renderCopyable } from "../kit/html/codeBlock.ts";
import { renderTextField } from "../kit/html/field.ts";
import { freshForm, renderActions, renderButtonLink, renderForm } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import type { Place } from "../kit/html/page.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import {
  confirmTotp,
  disableTotp,
  findPendingTotp,
  renewRecoveryCodes,
  startTotp,
} from "./changeSecondFactor.ts";
import { passwordLengths } from "./findPasswordWeakness.ts";
import type { RecoveryCode } from "./recoveryCode.ts";
import { type AccountForm, loadAccountPage, wrongPassword } from "./sharedAccountPage.ts";
import { describeWait } from "./sharedMessages.ts";
import type { Handler, SignInSite, Visit } from "./sharedSite.ts";
import { formatTotpSecret, totpAddress } from "./totp.ts";

function above(root: string): Place {
  return { href: `${root}/account`, text: "Account" };
}

/** The quiet zone that scanners need, in modules. */
const qrBorder = 4;

/**
 * A QR code as SVG, dark on white in every theme, because cameras need that. `label` describes it
 * for screen readers.
 */
function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: qrBorder });
  const dark = data.flatMap((row, y) => row.flatMap((set, x) => (set ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}"
 shape-rendering="crispEdges"><path d="${dark.join("")}"/></svg>
`;
}

function setUpPage(root: string, secret: Buffer, email: string, fault?: string): SitePage {
  const faults = fault === undefined ? [] : [{ field: "code", text: fault }];
  const state = { ...freshForm(), faults };
  const body = renderTextField(state, {
    name: "code",
    label: "Code",
    hint: "The six digits that the app shows.",
    autocomplete: "one-time-code",
    digits: true,
    code: true,
    maxLength: 20,
    focused: true,
  });
  const button = { text: "Turn on two-factor authentication", kind: "primary" } as const;
  const action = `${root}/account/second-factor/confirm`;
  return {
    title: "Set up two-factor authentication",
    sentence: "Scan the QR code with an authenticator app, then enter the code it shows.",
    above: above(root),
    body: html`${renderQrCode(totpAddress(secret, "partsdesk", email), "QR code of the secret")}
<p>Or enter the secret in the app: ${renderCopyable(formatTotpSecret(secret), "the secret")}</p>
${renderForm({ action, state, body, button })}`,
  };
}

function codesPage(root: string, codes: readonly RecoveryCode[], title: string): SitePage {
  const points = codes.map((code) => html`<li><code>${code}</code></li>\n`);
  return {
    title,
    sentence:
      "Store these recovery codes in a safe place. Each signs you in once if you lose your " +
      "phone.",
    above: above(root),
    body: html`<ul class="codes">
${points}</ul>
<p>${renderCopyable(codes.join(" "), "all codes")}</p>
<p class="quiet">They are not shown again. You can create new ones on the account page.</p>
${renderActions(renderButtonLink(`${root}/account`, "Continue", "primary"))}`,
  };
}

type Refusal =
  | { readonly outcome: "wrong" | "elsewhere" | "short password" }
  | { readonly outcome: "too many"; readonly waitS: number };

function describeRefusal(refusal: Refusal): string {
  switch (refusal.outcome) {
    case "wrong":
      return wrongPassword;
    case "elsewhere":
      return "Two-factor authentication was changed in another session. Check it below.";
    case "short password":
      return `Change your password first: without a code it needs at least ${passwordLengths.alone} characters.`;
    case "too many":
      return describeWait(refusal.waitS);
  }
}

async function refuse(
  site: SignInSite,
  visit: Visit,
  form: AccountForm,
  refusal: Refusal,
): Promise<Answer> {
  const faults = [{ field: "present", text: describeRefusal(refusal) }];
  const status = refusal.outcome === "too many" ? refusal : 422;
  return answerPage(await loadAccountPage(site, visit, { form, faults }), status);
}

export const startSecondFactor: Handler = async (site, visit) => {
  const { form, now } = visit;
  const started = await startTotp(site.people, visit, form.text("present"), now);
  if (started.outcome !== "started") return refuse(site, visit, "second-factor", started);
  return redirect(`${site.root}/account/second-factor`);
};

export const showSecondFactor: Handler = async (site, visit) => {
  const { user } = visit.signedIn;
  const secret = await findPendingTotp(site.people, user.userId);
  if (secret === undefined) return redirect(`${site.root}/account`);
  return answerPage(setUpPage(site.root, secret, user.email));
};

export const confirmSecondFactor: Handler = async (site, visit) => {
  const { signedIn, form, now } = visit;
  const { people, root } = site;
  const confirmed = await confirmTotp(people, visit, form.text("code"), now);
  if (confirmed.outcome === "on") {
    return answerPage(codesPage(root, confirmed.recoveryCodes, "Two-factor authentication is on"));
  }
  const secret = await findPendingTotp(people, signedIn.user.userId);
  if (secret === undefined || confirmed.outcome === "elsewhere") {
    return redirect(`${root}/account`);
  }
  const isWrong = confirmed.outcome === "wrong";
  const fault = isWrong
    ? "Wrong code, or your phone's clock is off. Enter the code it shows now."
    : describeWait(confirmed.waitS);
  return answerPage(setUpPage(root, secret, signedIn.user.email, fault), isWrong ? 422 : confirmed);
};

export const turnSecondFactorOff: Handler = async (site, visit) => {
  const ended = await disableTotp(site.people, visit, visit.form.text("present"), visit.now);
  if (ended.outcome !== "off") return refuse(site, visit, "second-factor-off", ended);
  return redirect(`${site.root}/account?done=second-factor-off`);
};

export const createRecoveryCodes: Handler = async (site, visit) => {
  const { people, root } = site;
  const renewed = await renewRecoveryCodes(people, visit, visit.form.text("present"), visit.now);
  if (renewed.outcome !== "renewed") return refuse(site, visit, "recovery-codes", renewed);
  return answerPage(codesPage(root, renewed.recoveryCodes, "New recovery codes"));
};
