// Entering a request that came by mail: the mail is pasted, what it says is found and can be
// changed, and then it is a request like every other.

import { operatorActor } from "../../audit/actor.ts";
import { readKeyRequest, renderKeyRequestFields } from "../../components/keyRequestForm.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { readPastedMail } from "../../keyRequests/readPastedMail.ts";
import { enterKeyRequest } from "../../keyRequests/receiveKeyRequest.ts";
import { purposeLength } from "../../keyRequests/requestKey.ts";
import type { Fields } from "../../site/fields.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";

const root = "/console/key-requests";
const longestMail = 50_000;
/** The largest form that has a pasted mail. */
export const maxPastedBytes = 512 * 1024;
/** A request that is older was answered otherwise, or its date is misread. */
const oldestMs = 60 * 86_400_000;

/** A moment as its field has it: 2026-11-21 14:02, in UTC. */
function toField(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}

/** The moment that a field has; undefined for what is none, is to come, or is long past. */
function readMoment(text: string, now: Date): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/.test(text.trim())) return undefined;
  const moment = new Date(`${text.trim().replace(" ", "T")}:00Z`);
  const isReal =
    !Number.isNaN(moment.getTime()) && toField(moment) === text.trim().replace("T", " ");
  const ageMs = now.getTime() - moment.getTime();
  return isReal && ageMs >= 0 && ageMs <= oldestMs ? moment : undefined;
}

function renderPasting(state: FormState): Html {
  return renderForm({
    action: `${root}/read`,
    label: "The mail",
    body: html`${renderTextArea(state, {
      name: "pasted",
      label: "The mail",
      hint: "With its head, if you have it: From and Date are read.",
      rows: 8,
      maxLength: longestMail,
    })}${renderActions(renderButton({ text: "Read the mail" }))}`,
  });
}

function showEntering(state: FormState, head: Html | null = null): SitePage {
  const pasted = state.value("pasted");
  const body = html`${renderKeyRequestFields(state, false)}${renderTextField(state, {
    name: "received",
    label: "Received (UTC)",
    hint: "As 2026-11-21 14:02. It is due one business day later.",
    maxLength: 16,
    code: true,
  })}${renderActions(renderButton({ text: "Enter the request", kind: "primary" }))}`;
  return {
    title: "Enter a key request",
    sentence: "Paste the mail it came by, or type what it says.",
    above: { href: root, text: "Key requests" },
    body: html`${[head, renderFaults(state)]}${renderPasting({
      ...freshForm({ pasted }),
      prefix: "mail",
    })}${renderForm({ action: root, hidden: { pasted }, label: "The request", body })}`,
  };
}

function showRead(text: string, now: Date): SitePage {
  const pasted = text.slice(0, longestMail).toWellFormed();
  const { email, person, company, sentAt, text: said } = readPastedMail(pasted);
  const sent = sentAt === null ? undefined : readMoment(toField(sentAt), now);
  const purpose = [...said].slice(0, purposeLength).join("");
  const received = toField(sent ?? now);
  const found = [email, person, company].filter((one) => one !== "").length;
  const head =
    found === 3
      ? renderNotice("good", "This is what the mail says.", "Look at it, and change what is wrong.")
      : renderNotice("short", "Not all was found in the mail.", "Type what is missing.");
  return showEntering(freshForm({ pasted, email, person, company, purpose, received }), head);
}

function readPasted(form: Fields): string | null {
  const pasted = [...form.text("pasted").toWellFormed()].slice(0, longestMail).join("");
  return pasted.trim() === "" ? null : pasted;
}

export async function showEnterForm(_context: ConsoleContext, { now }: Visit): Promise<Answer> {
  return answerPage(showEntering(freshForm({ received: toField(now) })));
}

/** Fills the form from a pasted mail. */
export async function fillEnterForm(
  _context: ConsoleContext,
  { form, now }: Visit,
): Promise<Answer> {
  return answerPage(showRead(form.text("pasted"), now));
}

export async function enterRequest(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { form, now } = visit;
  const asked = readKeyRequest(form);
  const receivedAt = readMoment(form.text("received"), now);
  if (!("email" in asked) || receivedAt === undefined) {
    const text = "Type a moment of the last 60 days as 2026-11-21 14:02.";
    const faults: readonly FieldFault[] = [
      ...("email" in asked ? [] : asked),
      ...(receivedAt === undefined ? [{ field: "received", text }] : []),
    ];
    return answerPage(showEntering({ value: form.text, faults }), 422);
  }
  const pasted = readPasted(form);
  const entered = { ...asked, receivedAt, pasted };
  const requestId = await enterKeyRequest(context, entered, operatorActor(visit), now);
  return redirect(`${root}/${requestId}?done=entered`);
}
