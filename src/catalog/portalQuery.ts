// The address of a page of results: text, filters, order and place.

import { isUuid } from "../db/isUuid.ts";
import { partAddress } from "../home/portalAddresses.ts";
import type { Fields } from "../kit/site/fields.ts";
import { formatSorting, readSorting } from "../kit/sorting.ts";
import {
  type Browse,
  type BrowseFilter,
  type BrowseOrder,
  browseSorts,
  type PartPlace,
} from "./browse/browseParts.ts";

const maxTextLength = 200;
const maxPlaceLength = 2_000;
/** The most values of one filter. */
const maxValues = 50;

/**
 * `isList`: the exact number is listed as well, instead of opened. `quickOrder`: the uploaded list
 * from which the search was started.
 */
export type ResultsQuery = Browse & {
  readonly isList: boolean;
  readonly quickOrder: string | null;
};

export const quickOrderField = "quick-order";

const bestFirst: BrowseOrder = { by: "best", isDescending: false };
const noFilter: BrowseFilter = { inStock: false, conditions: [], vendors: [], certificates: [] };

export function searchFor(text: string): ResultsQuery {
  const place = { after: null, before: null };
  return { text, filter: noFilter, order: bestFirst, ...place, isList: false, quickOrder: null };
}

function readValues(query: Fields, name: string): string[] {
  const texts = query.all(name).map((text) => text.trim());
  const known = texts.filter((text) => text !== "" && text.length <= maxTextLength);
  return [...new Set(known)].slice(0, maxValues);
}

function readOrder(text: string): BrowseOrder {
  const order = readSorting(text, browseSorts);
  return order === undefined || order.by === "best" ? bestFirst : order;
}

function isPlace(value: unknown): value is PartPlace {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.slice(0, 3).every((one) => typeof one === "number") &&
    typeof value[3] === "string"
  );
}

/** A place written by `renderPlace`; any other text means the beginning. */
function readPlace(text: string): PartPlace | null {
  if (text === "" || text.length > maxPlaceLength) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return isPlace(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function renderPlace(place: PartPlace): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readResultsQuery(query: Fields): ResultsQuery {
  const text = Array.from(query.text("q").trim()).slice(0, maxTextLength).join("");
  const quickOrder = query.text(quickOrderField);
  return {
    text: text.toWellFormed(),
    filter: {
      inStock: query.text("stock") === "yes",
      conditions: readValues(query, "condition"),
      vendors: readValues(query, "vendor"),
      certificates: readValues(query, "certificate"),
    },
    order: readOrder(query.text("sort")),
    after: readPlace(query.text("after")),
    before: readPlace(query.text("before")),
    isList: query.text("list") === "yes",
    quickOrder: isUuid(quickOrder) ? quickOrder : null,
  };
}

export function isNarrowed({ inStock, conditions, vendors, certificates }: BrowseFilter): boolean {
  return inStock || conditions.length + vendors.length + certificates.length > 0;
}

export function countFilters(filter: BrowseFilter): number {
  const { conditions, vendors, certificates } = filter;
  return Number(filter.inStock) + conditions.length + vendors.length + certificates.length;
}

export function formatOrder(order: BrowseOrder): string {
  return order.by === "best" ? "" : formatSorting(order);
}

function listFilter(filter: BrowseFilter): (readonly [string, string])[] {
  const named = (name: string, values: readonly string[]) =>
    values.map((value) => [name, value] as const);
  return [
    ["stock", filter.inStock ? "yes" : ""],
    ...named("condition", filter.conditions),
    ...named("certificate", filter.certificates),
    ...named("vendor", filter.vendors),
  ];
}

/** The page of a part of filtered results, on which an offer is selected that they show. */
export function formatFilteredPart(partNumber: string, filter: BrowseFilter): string {
  const pairs = listFilter(filter).filter(([, value]) => value !== "");
  const query = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs as [string, string][])}`;
  return `${partAddress(partNumber)}${query}`;
}

/** `more` is appended to the query. */
export function formatResultsAddress(
  query: ResultsQuery,
  more: Readonly<Record<string, string>> = {},
): string {
  const { text, filter, order, after, before, isList, quickOrder } = query;
  const pairs = [
    ["q", text],
    ...listFilter(filter),
    ["sort", formatOrder(order)],
    ["after", after === null ? "" : renderPlace(after)],
    ["before", before === null ? "" : renderPlace(before)],
    ["list", isList ? "yes" : ""],
    [quickOrderField, quickOrder ?? ""],
    ...Object.entries(more),
  ].filter(([, value]) => value !== "");
  return `/parts?${new URLSearchParams(pairs as [string, string][])}`;
}
