import { type Definition, renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { isRequestOpen } from "../../keyRequests/changeKeyRequest.ts";
import type { BusinessCalendar } from "../../keyRequests/dueAt.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { renderDue } from "./renderDue.ts";
import { renderRequestState } from "./renderRequestState.ts";
import { describeSource } from "./showKeyRequests.ts";

function renderChange({ changedAt, changedBy }: OperatorKeyRequest): Definition[] {
  if (changedAt === null) return [];
  const by = changedBy === null ? "from the command line" : `by ${changedBy}`;
  return [{ term: "Changed", value: html`${renderMoment(changedAt)} ${by}` }];
}

export function renderRequestFacts(
  request: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Html {
  const { requestId, accountName, lastFour, mailId, keyName, createdAt, dueAt } = request;
  const mail = html`<a href="/console/outbox/${mailId}">View in outbox</a>`;
  const key = html`${keyName}, ends in <code>${lastFour}</code>`;
  const due = isRequestOpen(request) ? renderDue(dueAt, calendar, now) : renderMoment(dueAt);
  const facts = renderDefinitions([
    { term: "State", value: renderRequestState(request) },
    { term: "Due", value: due },
    { term: "Received", value: renderMoment(createdAt) },
    { term: "Source", value: describeSource(request) },
    { term: "Account", value: accountName ?? "Not matched" },
    ...(lastFour === null ? [] : [{ term: "Key", value: key }]),
    ...(mailId === null ? [] : [{ term: "E-mail", value: mail }]),
    ...renderChange(request),
  ]);
  const did = html`<p><a href="/console/audit?subject=${requestId}">Activity</a></p>\n`;
  return renderSummaryBox("Request", html`${facts}${did}`);
}
