// Two operators changed a key request: the second sees the current state and their own change.

import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import type { TypedRequest } from "../../keyRequests/changeKeyRequest.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { renderRequestState } from "./renderRequestFacts.ts";

function describeLastChange({ changedAt, changedBy }: OperatorKeyRequest): Html {
  if (changedAt === null) return html`The request is no longer open for this.`;
  const who = changedBy === null ? "A command on the server" : changedBy;
  return html`${who} changed it on ${renderMoment(changedAt)}.`;
}

/** `wanted`: what the operator was about to do. */
export function renderStateConflict(request: OperatorKeyRequest, wanted: string): Html {
  const state = { label: "State", current: renderRequestState(request), typed: wanted };
  const current = request.accountName ?? "Not matched";
  return renderConflict(describeLastChange(request), [
    { ...state, differs: true },
    { label: "Account", current, typed: "the account you saw", differs: true },
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
    field("Company", request.company, typed.company),
    field("Person", request.person, typed.person),
    field("E-mail", request.email, typed.email),
    field("Purpose", request.purpose, typed.purpose),
    field("Key name", request.keyName, typed.keyName),
  ]);
}
