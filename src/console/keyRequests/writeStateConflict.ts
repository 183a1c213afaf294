// Two operators on one request: the second sees how it stands now beside what they were about to
// do, and nothing of theirs is stored.
import type { TypedRequest } from "../../accounts/changeKeyRequest.ts";
import type { DeskRequest } from "../../accounts/keyDeskQueries.ts";
import { type ConflictField, writeConflict } from "../../html/conflict.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeRequestState } from "./writeRequestState.ts";

function sayWho({ changedAt, changedBy }: DeskRequest): Html {
  if (changedAt === null) return html`It stands otherwise than this needs.`;
  const who = changedBy === null ? "The shell" : changedBy;
  return html`${who} changed it on ${writeMoment(changedAt)}.`;
}

/** Both versions, where something else than what was typed was to be done: `wanted` says what. */
export function writeStateConflict(request: DeskRequest, wanted: string): Html {
  const state = { label: "State", stands: writeRequestState(request), typed: wanted };
  const stands = request.accountName ?? "not matched";
  return writeConflict(sayWho(request), [
    { ...state, differs: true },
    { label: "Account", stands, typed: "as you saw it", differs: true },
  ]);
}

/** Both versions of what was typed. */
export function writeTypedConflict(request: DeskRequest, typed: TypedRequest): Html {
  const field = (label: string, stands: string | null, wanted: string | null): ConflictField => ({
    label,
    stands,
    typed: wanted,
    differs: (stands ?? "") !== (wanted ?? ""),
  });
  return writeConflict(sayWho(request), [
    field("Company", request.company, typed.company),
    field("Person", request.person, typed.person),
    field("E-mail", request.email, typed.email),
    field("What it is for", request.purpose, typed.purpose),
    field("Name of the key", request.keyName, typed.keyName),
  ]);
}
