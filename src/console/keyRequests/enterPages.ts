// Entering a key request that came by e-mail, with the e-mail as it came.

import { operatorActor } from "../../audit/actor.ts";
import { readKeyRequest, renderKeyRequestFields } from "../../components/keyRequestForm.ts";
import { parseMoment } from "../../day.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { enterKeyRequest } from "../../keyRequests/receiveKeyRequest.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, redirect, type SitePage } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";
import { texts } from "./texts.ts";

const root = "/console/key-requests";
const maxMailLength = 50_000;
/** The largest form that has a pasted mail. */
export const maxPastedBytes = 512 * 1024;
/** An older time is probably a slip. */
const maxAgeMs = 60 * 86_400_000;

/** 2026-11-21 14:02, in UTC. */
function toField(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}

/** Undefined for an invalid moment, one in the future or one too old. */
function readMoment(text: string, now: Date): Date | undefined {
  const moment = parseMoment(`${text.trim()}Z`);
  const ageMs = now.getTime() - (moment?.getTime() ?? Number.NaN);
  return ageMs >= 0 && ageMs <= maxAgeMs ? moment : undefined;
}

function renderEnterPage(state: FormState): SitePage {
  const body = html`${[
    renderFaults(state),
    renderKeyRequestFields(state, false),
    renderTextField(state, {
      name: "received",
      label: "Received (UTC)",
      hint: "Such as 2026-11-21 14:02. The request is due one business day later.",
      maxLength: 16,
      code: true,
    }),
    renderTextArea(state, {
      name: "pasted",
      label: "Text of the e-mail",
      optional: true,
      rows: 8,
      maxLength: maxMailLength,
    }),
  ]}`;
  const button = { text: "Save request", kind: "primary" } as const;
  return {
    title: "New key request",
    sentence: "For a request that came by e-mail.",
    above: { href: root, text: texts.list.title },
    body: renderForm({ action: root, label: texts.request.title, body, button }),
  };
}

function readPasted(form: Fields): string | null {
  const pasted = [...form.text("pasted").toWellFormed()].slice(0, maxMailLength).join("");
  return pasted.trim() === "" ? null : pasted;
}

export const showEnterForm: Handler = async (_context, { now }) => {
  return answerPage(renderEnterPage(freshForm({ received: toField(now) })));
};

export const enterRequest: Handler = async (context, visit) => {
  const { form, now } = visit;
  const typed = readKeyRequest(form);
  const receivedAt = readMoment(form.text("received"), now);
  if (!("email" in typed) || receivedAt === undefined) {
    const text = "Enter a time in the last 60 days, such as 2026-11-21 14:02.";
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
