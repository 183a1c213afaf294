// Two operators changed a key request: the second sees the current state and their own change.

import { isOwnChange } from "../../audit/isOwnChange.ts";
import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { TypedRequest } from "../../keyRequests/changeKeyRequest.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { renderRequestState } from "./renderRequestFacts.ts";
import { texts } from "./texts.ts";

function describeLastChange({ changedAt, changedBy }: OperatorKeyRequest): Html {
  if (changedAt === null) return html`${texts.conflict.notOpen}`;
  const at = renderMoment(changedAt);
  return changedBy === null ? texts.conflict.byCommand(at) : texts.conflict.by(changedBy, at);
}

/** `wanted`: what the operator was about to do. A form sent twice is no conflict. */
export async function renderStateConflict(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  wanted: string,
): Promise<Html> {
  const { requestId: id, changedAt } = request;
  const subject = { kind: "key request", id, changedAt };
  const { operator } = visit.signedIn;
  if (changedAt !== null && (await isOwnChange(context.db, operator, subject))) {
    return renderNotice("short", texts.conflict.own(renderMoment(changedAt)), texts.conflict.now);
  }
  const state = { label: texts.request.state, current: renderRequestState(request), typed: wanted };
  const current = request.accountName ?? texts.request.notMatched;
  return renderConflict(describeLastChange(request), [
    { ...state, differs: true },
    { label: texts.request.account, current, typed: texts.conflict.seenAccount, differs: true },
  ]);
}

export function renderTypedConflict(request: OperatorKeyRequest, typed: TypedRequest): Html {
  const field = (label: string, current: string | null, wanted: string | null): ConflictField => ({
    label,
    current,
    typed: wanted,
    differs: (current ?? "") !== (wanted ?? ""),
  });
  return renderConflict(describeLastChange(request), [
    field(texts.conflict.company, request.company, typed.company),
    field(texts.conflict.person, request.person, typed.person),
    field(texts.request.email, request.email, typed.email),
    field(texts.request.purpose, request.purpose, typed.purpose),
    field(texts.conflict.keyName, request.keyName, typed.keyName),
  ]);
}
