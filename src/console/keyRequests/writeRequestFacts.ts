// What is known of a request for a key, beside its page.
import { isRequestOpen } from "../../accounts/changeKeyRequest.ts";
import type { BusinessCalendar } from "../../accounts/dueAt.ts";
import type { DeskRequest } from "../../accounts/keyDeskQueries.ts";
import { type Definition, writeDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import { saySource } from "./showKeyRequests.ts";
import { writeDue } from "./writeDue.ts";
import { writeRequestState } from "./writeRequestState.ts";

function writeChange({ changedAt, changedBy }: DeskRequest): Definition[] {
  if (changedAt === null) return [];
  const by = changedBy === null ? "by the shell" : `by ${changedBy}`;
  return [{ term: "Changed", value: html`${writeMoment(changedAt)} ${by}` }];
}

/** The facts, with what was done to it. */
export function writeRequestFacts(
  request: DeskRequest,
  calendar: BusinessCalendar,
  now: Date,
): Html {
  const { requestId, accountName, lastFour, mailId, keyName, createdAt, dueAt } = request;
  const mail = html`<a href="/console/outbox/${mailId}">in the outbox</a>`;
  const key = html`${keyName}, ends in <code>${lastFour}</code>`;
  const due = isRequestOpen(request) ? writeDue(dueAt, calendar, now) : writeMoment(dueAt);
  const facts = writeDefinitions([
    { term: "State", value: writeRequestState(request) },
    { term: "Due", value: due },
    { term: "Received", value: writeMoment(createdAt) },
    { term: "From", value: saySource(request) },
    { term: "Account", value: accountName ?? "not matched" },
    ...(lastFour === null ? [] : [{ term: "Key", value: key }]),
    ...(mailId === null ? [] : [{ term: "Mail", value: mail }]),
    ...writeChange(request),
  ]);
  const did = html`<p><a href="/console/audit?subject=${requestId}">What was done</a></p>\n`;
  return writeSummaryBox("Request", html`${facts}${did}`);
}
