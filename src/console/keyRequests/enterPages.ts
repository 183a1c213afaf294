// Entering a key request that came by e-mail: paste the e-mail, check what was found, save.

import { operatorActor } from "../../audit/actor.ts";
import { readKeyRequest, renderKeyRequestFields } from "../../components/keyRequestForm.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { readPastedMail } from "../../keyRequests/readPastedMail.ts";
import { enterKeyRequest } from "../../keyRequests/receiveKeyRequest.ts";
import { purposeLength } from "../../keyRequests/requestKey.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, redirect, type SitePage } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";
import { texts } from "./texts.ts";

const root = "/console/key-requests";
const maxMailLength = 50_000;
/** The largest form that has a pasted mail. */
export const maxPastedBytes = 512 * 1024;
/** An older date is probably misread. */
const maxAgeMs = 60 * 86_400_000;

/** 2026-11-21 14:02, in UTC. */
function toField(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}

/** Undefined for an invalid moment, one in the future or one too old. */
function readMoment(text: string, now: Date): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/.test(text.trim())) return undefined;
  const moment = new Date(`${text.trim().replace(" ", "T")}:00Z`);
  const isReal =
    !Number.isNaN(moment.getTime()) && toField(moment) === text.trim().replace("T", " ");
  const ageMs = now.getTime() - moment.getTime();
  return isReal && ageMs >= 0 && ageMs <= maxAgeMs ? moment : undefined;
}

function renderPasteForm(state: FormState): Html {
  return renderForm({
    action: `${root}/read`,
    label: texts.enter.email,
    body: renderTextArea(state, {
      name: "pasted",
      label: texts.enter.email,
      hint: texts.enter.emailHint,
      rows: 8,
      maxLength: maxMailLength,
    }),
    button: { text: texts.enter.read },
  });
}

function renderEnterPage(state: FormState, head: Html | null = null): SitePage {
  const pasted = state.value("pasted");
  const body = html`${renderKeyRequestFields(state, false)}${renderTextField(state, {
    name: "received",
    label: texts.enter.received,
    hint: texts.enter.receivedHint,
    maxLength: 16,
    code: true,
  })}`;
  const button = { text: texts.enter.save, kind: "primary" } as const;
  const label = texts.request.title;
  return {
    title: texts.enter.title,
    sentence: texts.enter.sentence,
    above: { href: root, text: texts.list.title },
    body: html`${[head, renderFaults(state)]}${renderPasteForm({
      ...freshForm({ pasted }),
      prefix: "mail",
    })}${renderForm({ action: root, hidden: { pasted }, label, body, button })}`,
  };
}

function renderFilledPage(text: string, now: Date): SitePage {
  const pasted = text.slice(0, maxMailLength).toWellFormed();
  const { email, person, company, sentAt, text: message } = readPastedMail(pasted);
  const sent = sentAt === null ? undefined : readMoment(toField(sentAt), now);
  const purpose = [...message].slice(0, purposeLength).join("");
  const received = toField(sent ?? now);
  const found = [email, person, company].filter((one) => one !== "").length;
  const head =
    found === 3
      ? renderNotice("good", texts.enter.found, texts.enter.foundHint)
      : renderNotice("short", texts.enter.missing, texts.enter.missingHint);
  return renderEnterPage(freshForm({ pasted, email, person, company, purpose, received }), head);
}

function readPasted(form: Fields): string | null {
  const pasted = [...form.text("pasted").toWellFormed()].slice(0, maxMailLength).join("");
  return pasted.trim() === "" ? null : pasted;
}

export const showEnterForm: Handler = async (_context, { now }) => {
  return answerPage(renderEnterPage(freshForm({ received: toField(now) })));
};

/** Fills the form from a pasted mail. */
export const fillEnterForm: Handler = async (_context, { form, now }) => {
  return answerPage(renderFilledPage(form.text("pasted"), now));
};

export const enterRequest: Handler = async (context, visit) => {
  const { form, now } = visit;
  const typed = readKeyRequest(form);
  const receivedAt = readMoment(form.text("received"), now);
  if (!("email" in typed) || receivedAt === undefined) {
    const text = texts.enter.receivedFault;
    const faults: readonly FieldFault[] = [
      ...("email" in typed ? [] : typed),
      ...(receivedAt === undefined ? [{ field: "received", text }] : []),
    ];
    return answerPage(renderEnterPage({ value: form.text, faults }), 422);
  }
  const pasted = readPasted(form);
  const entered = { ...typed, receivedAt, pasted };
  const requestId = await enterKeyRequest(context, entered, operatorActor(visit), now);
  return redirect(`${root}/${requestId}?done=entered`);
};
