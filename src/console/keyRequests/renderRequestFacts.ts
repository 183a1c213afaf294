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
import { linkAccount, mailAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

const words: Readonly<Record<RequestState, readonly [Meaning, string]>> = {
  new: ["neutral", "New"],
  "needs information": ["neutral", "Waiting for customer"],
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
  const state = stateOf(request);
  if (state === "sent" && request.deliveredBy !== null) {
    return renderBadge("good", "Delivered manually");
  }
  return renderBadge(...words[state]);
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
  if (hours === 0) return texts.time.minutes(minutes);
  return rest === 0 ? texts.time.hours(hours) : texts.time.hoursAndMinutes(hours, rest);
}

function describeDue(
  dueAt: Date,
  calendar: BusinessCalendar,
  now: Date,
): readonly [Meaning, string] {
  const leftMs = businessMsLeft(now, dueAt, calendar);
  if (dueAt <= now) {
    // No business time has passed since then, such as on a weekend.
    const isShort = -leftMs < minuteMs;
    const { overdue, overdueBy } = texts.time;
    return ["fault", isShort ? overdue : overdueBy(formatDuration(leftMs))];
  }
  return [leftMs < soonMs ? "short" : "neutral", texts.time.left(formatDuration(leftMs))];
}

export function renderDue(
  { decided, dueAt }: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Content {
  if (decided === "needs information") return "When the customer has answered";
  const badge = renderBadge(...describeDue(dueAt, calendar, now));
  return html`${badge} <span class="sub">${renderMoment(dueAt)}</span>`;
}

export function describeSource({ source }: OperatorKeyRequest): string {
  return texts.sources[source];
}

export function renderRequestFacts(
  request: OperatorKeyRequest,
  calendar: BusinessCalendar,
  now: Date,
): Html {
  const {
    requestId,
    accountId,
    accountName,
    lastFour,
    mailId,
    keyName,
    createdAt,
    dueAt,
    changedAt,
    changedBy,
  } = request;
  const { changedBy: by, changedByCommand, ...words } = texts.request;
  const changed = changedAt && renderMoment(changedAt);
  const account =
    accountId === null || accountName === null
      ? words.notMatched
      : linkAccount(accountId, accountName);
  const due = isRequestOpen(request) ? renderDue(request, calendar, now) : renderMoment(dueAt);
  const facts = renderDefinitions([
    { term: words.state, value: renderRequestState(request) },
    { term: words.due, value: due },
    { term: words.received, value: renderMoment(createdAt) },
    { term: words.source, value: describeSource(request) },
    { term: words.account, value: account },
    { term: words.key, value: lastFour && words.keyEnds(keyName, lastFour) },
    {
      term: words.email,
      value: mailId && html`<a href="${mailAddress(mailId)}">${words.outbox}</a>`,
    },
    {
      term: words.changed,
      value: changed && (changedBy ? by(changed, changedBy) : changedByCommand(changed)),
    },
  ]);
  const did = html`<p><a href="/console/audit?subject=${requestId}">${words.activity}</a></p>\n`;
  return renderSummaryBox(words.title, html`${facts}${did}`);
}
