// Filters in the address of the audit log. An invalid text counts as not sent.
import type { AuditEventFilter } from "../../audit/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { Fields } from "../../site/fields.ts";
import { endOfFilteredDay, readDayFilter } from "../filters.ts";

export const filterNames = ["operator", "action", "kind", "subject", "account", "from", "until"];

const maxTextLength = 300;

function readText(text: string): string | null {
  const trimmed = text.trim().slice(0, maxTextLength).toWellFormed();
  return trimmed === "" ? null : trimmed;
}

function readId(text: string): string | null {
  const trimmed = text.trim();
  return isUuid(trimmed) ? trimmed : null;
}

/** `until` is an included day. */
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

/** The filters of an address as they were sent, for another address. */
export function formatFilters(query: Fields, more: Readonly<Record<string, string>> = {}): string {
  const sent = filterNames.map((name) => [name, query.text(name)] as const);
  const all = [...sent.filter(([, text]) => text !== ""), ...Object.entries(more)];
  const text = new URLSearchParams(all.map(([name, value]) => [name, value])).toString();
  return text === "" ? "" : `?${text}`;
}
