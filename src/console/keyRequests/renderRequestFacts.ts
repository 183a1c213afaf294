import { renderDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { isRequestOpen } from "../../keyRequests/changeKeyRequest.ts";
import type { BusinessCalendar } from "../../keyRequests/dueAt.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { mailAddress } from "../addresses.ts";
import { renderDue } from "./renderDue.ts";
import { renderRequestState } from "./renderRequestState.ts";
import { describeSource } from "./showKeyRequests.ts";

export function renderRequestFacts(
  request: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Html {
  const {
    requestId,
    accountName,
    lastFour,
    mailId,
    keyName,
    createdAt,
    dueAt,
    changedAt,
    changedBy,
  } = request;
  const by = changedBy === null ? "from the command line" : `by ${changedBy}`;
  const due = isRequestOpen(request) ? renderDue(dueAt, calendar, now) : renderMoment(dueAt);
  const facts = renderDefinitions([
    { term: "State", value: renderRequestState(request) },
    { term: "Due", value: due },
    { term: "Received", value: renderMoment(createdAt) },
    { term: "Source", value: describeSource(request) },
    { term: "Account", value: accountName ?? "Not matched" },
    { term: "Key", value: lastFour && html`${keyName}, ends in <code>${lastFour}</code>` },
    { term: "E-mail", value: mailId && html`<a href="${mailAddress(mailId)}">View in outbox</a>` },
    { term: "Changed", value: changedAt && html`${renderMoment(changedAt)} ${by}` },
  ]);
  const did = html`<p><a href="/console/audit?subject=${requestId}">Activity</a></p>\n`;
  return renderSummaryBox("Request", html`${facts}${did}`);
}
