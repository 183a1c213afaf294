// The filters of the rows of a run: from an address, and as tabs and a form.
import { rowColumns } from "../../catalog/changedRows/changedRowQueries.ts";
import {
  type ChangedRow,
  type ChangedRowFilter,
  type ChangedRowKey,
  changedRowKinds,
} from "../../catalog/changedRows/listedRowQueries.ts";
import { capitalize } from "../../html/capitalize.ts";
import { anyOption, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import type { Html } from "../../html/html.ts";
import { formatAddress } from "../../html/pager.ts";
import { renderTabs } from "../../html/tabs.ts";
import type { ImportRun } from "../../imports/importRun.ts";
import type { Fields } from "../../site/fields.ts";
import { runAddress } from "../addresses.ts";
import { readText } from "../filters.ts";
import { nameCount } from "./stateWords.ts";
import { texts } from "./texts.ts";

/** The rows that are left out, as a kind in addresses. */
const leftOutKind = "left_out";

const filterNames = ["kind", "field", "part", "change", "sort"] as const;
const fieldNames = [...rowColumns, "on_hand"];

/** An invalid text counts as not sent. */
export function readFilter(query: Fields): ChangedRowFilter {
  const change = readText(query, "change", 10).replace(/\s*%$/, "");
  return {
    kind: changedRowKinds.find((kind) => kind === query.text("kind")) ?? null,
    isExcluded: query.text("kind") === leftOutKind,
    field: fieldNames.find((field) => field === query.text("field")) ?? null,
    partNumber: readText(query, "part") || null,
    minPriceChange: /^\d+(\.\d+)?$/.test(change) ? Number(change) : null,
    isByPrice: query.text("sort") === "price",
  };
}

/** The row before the page, as `formatKey` writes it. */
export function readKey(query: Fields, { isByPrice }: ChangedRowFilter): ChangedRowKey | null {
  const [position = "", priceChange = "NaN"] = query.text("after").split(" ");
  if (!/^\d{1,10}$/.test(position) || Number(position) > 2_147_483_647) return null;
  const change = Number(priceChange);
  if (isByPrice && Number.isNaN(change)) return null;
  return { position: Number(position), priceChange: change };
}

export function formatKey({ position, priceChange }: ChangedRowKey): string {
  return priceChange === null ? String(position) : `${position} ${priceChange}`;
}

export function countKinds({ report }: ImportRun): [ChangedRow["kind"], number][] {
  return changedRowKinds.flatMap((kind): [ChangedRow["kind"], number][] => {
    const count = report?.counts[kind] ?? 0;
    return count === 0 ? [] : [[kind, count]];
  });
}

export function renderKindTabs(run: ImportRun, filter: ChangedRowFilter, sent: Sent): Html {
  const { kind, isExcluded } = filter;
  const address = (kind: string) =>
    formatAddress(runAddress(run.runId, "/rows"), { ...sent, kind });
  const kinds = countKinds(run);
  const leftOut = run.report?.counts[leftOutKind] ?? 0;
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return renderTabs(texts.filter.kind, [
    {
      href: address(""),
      text: texts.filter.all,
      count: total,
      current: kind === null && !isExcluded,
    },
    ...kinds.map(([one, count]) => ({
      href: address(one),
      text: capitalize(nameCount(one)),
      count,
      current: kind === one,
    })),
    ...(leftOut === 0
      ? []
      : [
          {
            href: address(leftOutKind),
            text: texts.leaveOut.tab,
            count: leftOut,
            current: isExcluded,
          },
        ]),
  ]);
}

type Sent = Readonly<Record<string, string>>;

export function renderRowFilters({ runId }: ImportRun, sent: Sent): Html {
  const state = freshForm(sent);
  const fields = [
    renderTextField(state, {
      name: "part",
      label: texts.filter.partNumber,
      type: "search",
      code: true,
      autocomplete: "off",
      maxLength: 200,
    }),
    renderSelect(state, {
      name: "field",
      label: texts.filter.field,
      options: [
        anyOption,
        ...fieldNames.map((value) => ({ value, text: capitalize(value.replaceAll("_", " ")) })),
      ],
    }),
    renderTextField(state, { name: "change", label: texts.filter.move, maxLength: 10 }),
    renderSelect(state, {
      name: "sort",
      label: texts.filter.order,
      options: [
        { value: "", text: texts.filter.asInFile },
        { value: "price", text: texts.filter.largestFirst },
      ],
    }),
  ];
  const action = runAddress(runId, "/rows");
  return renderFilters({
    action,
    label: texts.filter.label,
    hidden: { kind: sent["kind"] ?? null },
    fields,
  });
}

export function listSent(query: Fields): Sent {
  return Object.fromEntries(filterNames.map((name) => [name, query.text(name)]));
}
