// What the address of the audit asks for. A text that means nothing is as one that was not sent.
import type { AuditEventFilter } from "../../audit/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { Fields } from "../../site/fields.ts";
import { endOfFilteredDay, readDayFilter } from "../filters.ts";

/** The names of the filters in the address. */
export const filterNames = ["operator", "action", "kind", "subject", "account", "from", "until"];

const longest = 300;

function readText(text: string): string | null {
  const trimmed = text.trim().slice(0, longest).toWellFormed();
  return trimmed === "" ? null : trimmed;
}

function readId(text: string): string | null {
  const trimmed = text.trim();
  return isUuid(trimmed) ? trimmed : null;
}

/** The filter of an address; `until` is a day that is included. */
export function readAuditFilter(query: Fields): AuditEventFilter {
  return {
    operatorId: readId(query.text("operator")),
    action: readText(query.text("action")),
    subjectKind: readText(query.text("kind")),
    subjectId: readText(query.text("subject")),
    accountId: readId(query.text("account")),
    from: readDayFilter(query.text("from")),
    until: endOfFilteredDay(query.text("until")),
  };
}

/** The filters of an address as they were sent, to be put into another. */
export function formatFilters(query: Fields, more: Readonly<Record<string, string>> = {}): string {
  const kept = filterNames.map((name) => [name, query.text(name)] as const);
  const asked = [...kept.filter(([, text]) => text !== ""), ...Object.entries(more)];
  const text = new URLSearchParams(asked.map(([name, value]) => [name, value])).toString();
  return text === "" ? "" : `?${text}`;
}
