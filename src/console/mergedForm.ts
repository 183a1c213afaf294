// A form that several people edit at a time: what they changed is merged, and what both changed is
// asked about.
import { type ConflictField, renderConflict } from "../html/conflict.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderNotice } from "../html/notice.ts";
import { formatAddress } from "../html/pager.ts";
import type { Fields } from "../site/fields.ts";

type Labels<Name extends string> = Readonly<Record<Name, string>>;
type Row<Name extends string> = Readonly<Record<Name, string | null>>;

/** The fields that others changed meanwhile, in the address of the page after saving. */
const othersField = "also";

/** The page after saving, which names what others changed meanwhile. */
export function addOthers(
  path: string,
  query: Readonly<Record<string, string | null>>,
  others: readonly string[],
): string {
  return formatAddress(path, { ...query, [othersField]: others.join(" ") || null });
}

/** Names what others changed while the form was open; null if they changed nothing. */
export function renderOthers<Name extends string>(
  query: Fields,
  labels: Labels<Name>,
): Html | null {
  const named = query.text(othersField).split(" ");
  const known = (Object.keys(labels) as Name[]).filter((name) => named.includes(name));
  if (known.length === 0) return null;
  const fields = known.map((name) => labels[name]).join(", ");
  return renderNotice("neutral", `Someone else also changed: ${fields}. Both changes are saved.`);
}

/** The fields that both changed: what is stored, and what was typed. */
export function renderConflicts<Name extends string>(
  changedBy: Content,
  labels: Labels<Name>,
  {
    conflicts,
    current,
    typed,
  }: {
    readonly conflicts: readonly Name[];
    readonly current: Row<Name>;
    readonly typed: Row<Name>;
  },
): Html {
  const show = (text: string | null): Content =>
    text === null || text === "" ? html`<span class="quiet">none</span>` : text;
  const fields = conflicts.map(
    (name): ConflictField => ({
      label: labels[name],
      current: show(current[name]),
      typed: show(typed[name]),
      differs: true,
    }),
  );
  return renderConflict(changedBy, fields);
}
