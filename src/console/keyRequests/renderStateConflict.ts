// Two operators on one request: the second sees how it stands now beside what they were about to
// do, and nothing of theirs is stored.

import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import type { TypedRequest } from "../../keyRequests/changeKeyRequest.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { renderRequestState } from "./renderRequestState.ts";

function sayWho({ changedAt, changedBy }: OperatorKeyRequest): Html {
  if (changedAt === null) return html`It stands otherwise than this needs.`;
  const who = changedBy === null ? "The shell" : changedBy;
  return html`${who} changed it on ${renderMoment(changedAt)}.`;
}

/** Both versions, where something else than what was typed was to be done: `wanted` says what. */
export function renderStateConflict(request: OperatorKeyRequest, wanted: string): Html {
  const state = { label: "State", stands: renderRequestState(request), typed: wanted };
  const stands = request.accountName ?? "not matched";
  return renderConflict(sayWho(request), [
    { ...state, differs: true },
    { label: "Account", stands, typed: "as you saw it", differs: true },
  ]);
}

/** Both versions of what was typed. */
export function renderTypedConflict(request: OperatorKeyRequest, typed: TypedRequest): Html {
  const field = (label: string, stands: string | null, wanted: string | null): ConflictField => ({
    label,
    stands,
    typed: wanted,
    differs: (stands ?? "") !== (wanted ?? ""),
  });
  return renderConflict(sayWho(request), [
    field("Company", request.company, typed.company),
    field("Person", request.person, typed.person),
    field("E-mail", request.email, typed.email),
    field("What it is for", request.purpose, typed.purpose),
    field("Name of the key", request.keyName, typed.keyName),
  ]);
}
