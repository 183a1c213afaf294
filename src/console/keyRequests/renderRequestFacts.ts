// The facts of a key request: state, business time left, source.
import { renderDefinitions } from "../../html/definitions.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { isRequestOpen } from "../../keyRequests/changeKeyRequest.ts";
import { type BusinessCalendar, businessMsLeft } from "../../keyRequests/dueAt.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { type RequestState, requestState } from "../../keyRequests/requestState.ts";
import { mailAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

const words: Readonly<Record<RequestState, readonly [Meaning, string]>> = {
  new: ["neutral", "New"],
  "needs information": ["neutral", texts.waiting.state],
  declined: ["neutral", "Declined"],
  issued: ["good", "Issued manually"],
  pending: ["neutral", "E-mail queued"],
  sent: ["good", "Sent"],
  kept: ["short", "Not delivered"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

export function stateOf({ decided, mailState }: OperatorKeyRequest): RequestState {
  return requestState(decided, mailState);
}

export function renderRequestState(request: OperatorKeyRequest): Html {
  return renderBadge(...words[stateOf(request)]);
}

const minuteMs = 60_000;
const hourMinutes = 60;
const hourMs = hourMinutes * minuteMs;
/** With less time left, a request is marked. */
const soonMs = 2 * hourMs;

function formatDuration(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / minuteMs);
  const hours = Math.floor(minutes / hourMinutes);
  const rest = minutes % hourMinutes;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

function describeDue(
  dueAt: Date,
  calendar: BusinessCalendar,
  now: Date,
): readonly [Meaning, string] {
  const leftMs = businessMsLeft(now, dueAt, calendar);
  if (dueAt <= now) return ["fault", `Overdue by ${formatDuration(leftMs)}`];
  return [leftMs < soonMs ? "short" : "neutral", `${formatDuration(leftMs)} left`];
}

export function renderDue(
  { decided, dueAt }: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Content {
  if (decided === "needs information") return texts.waiting.due;
  const badge = renderBadge(...describeDue(dueAt, calendar, now));
  return html`${badge} <span class="sub">${renderMoment(dueAt)}</span>`;
}

const sources = { account: "Account page", form: "Public form", mail: "E-mail" } as const;

export function describeSource({ source }: OperatorKeyRequest): string {
  return sources[source];
}

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
  const due = isRequestOpen(request) ? renderDue(request, calendar, now) : renderMoment(dueAt);
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
