// A list, declared once: filters, columns, sorting, pages by the key of the row before, and what is
// shown if nothing matches. Its rows come from one statement that is built from the declaration.
import type { Static, TObject } from "typebox";
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { renderEmptyState } from "../html/emptyState.ts";
import { freshForm, renderFilters } from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { byName, formatAddress, pageSize, paginate } from "../html/pager.ts";
import { type CellColumn, renderRows } from "../html/table.ts";
import { renderTabs } from "../html/tabs.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import { answerPage, type SitePage, type Visit } from "../site/visit.ts";
import type { ConsoleAccess } from "./access.ts";
import type { Context, Noun, Surface } from "./declared.ts";
import { propertiesOf, readFilter, renderInput } from "./input.ts";
import { formatUnusualSorting, readSorting, type Sorting, sortBy } from "./sorting.ts";
import { all, and, join, type Sql, sql } from "./sql.ts";

/** `plain`: what the shell shows, if the cell is markup; null leaves the column out there. */
type ListColumn<Row> = Omit<CellColumn<Row>, "sort"> & {
  readonly plain?: ((row: Row) => string | number | null) | null;
  /** The name of the order that its head sorts by. */
  readonly sort?: string;
};

/** The keys are never null, and the last is unique. */
type Order = { readonly keys: readonly Sql[]; readonly isDescending: boolean };

type Asked<Filter> = { readonly filter: Filter; readonly now: Date; readonly zone: string };

type ListDeclaration<Needs extends Context, Row, Schema extends TObject> = {
  readonly name: `${string} list`;
  readonly of: Noun<Row>;
  readonly path: string;
  readonly who: ConsoleAccess;
  readonly surfaces?: readonly Surface[];
  readonly title: string;
  readonly sentence: string;
  readonly caption: string;
  /** What the command of the shell does. */
  readonly about: string;
  readonly filter: Schema;
  /** Those of the filter that have no field on the page. */
  readonly hidden?: readonly (keyof Static<Schema> & string)[];
  /** The one of the filter that is shown as tabs: their words, and their counts. */
  readonly tabs?: {
    readonly name: keyof Static<Schema> & string;
    readonly label: string;
    readonly words: readonly (readonly [value: string | null, word: string])[];
    readonly count: (
      context: Needs,
      filter: Static<Schema>,
    ) => Promise<ReadonlyMap<string, number>>;
  };
  readonly select: Sql;
  readonly from: Sql;
  /** The column that the address of the next page names. */
  readonly id: Sql;
  readonly where: (asked: Asked<Static<Schema>>) => readonly (Sql | false | null)[];
  /** By name; the first is usual. */
  readonly orders: Readonly<Record<string, Order>>;
  readonly columns: readonly ListColumn<Row>[];
  readonly none: (filter: Static<Schema>) => { readonly title: string; readonly body: Content };
  /** What differs by who reads it, and what is above the rows. */
  readonly around?: (
    context: Needs,
    visit: Visit<SignedInOperator>,
    filter: Static<Schema>,
  ) => Promise<Partial<SitePage> & { readonly before?: Html }>;
};

export type List<Needs extends Context, Row> = {
  readonly name: string;
  readonly of: Noun<Row>;
  readonly who: ConsoleAccess;
  readonly surfaces: readonly Surface[];
  readonly filter: TObject;
  readonly about: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly routes: readonly Route<Needs, SignedInOperator, ConsoleAccess>[];
  /** One page, after the row `after`. */
  readonly select: (
    db: Queryable,
    asked: { readonly filter: unknown; readonly now: Date; readonly zone: string },
    page: { readonly after: string | null; readonly limit: number; readonly sort?: Sorting },
  ) => Promise<Row[]>;
};

export function list<Needs extends Context, Row, Schema extends TObject>(
  declared: ListDeclaration<Needs, Row, Schema>,
): List<Needs, Row> {
  const { name, of, path, who, surfaces = ["page"], filter: schema, tabs, orders } = declared;
  const hidden = new Set<string>([...(declared.hidden ?? []), ...(tabs ? [tabs.name] : [])]);
  const shown = propertiesOf(schema).filter(([property]) => !hidden.has(property));
  const fields = { ...schema, properties: Object.fromEntries(shown) } as TObject;
  const orderNames = Object.keys(orders);
  const orderOf = (by: string): Order => new Map(Object.entries(orders)).get(by) as Order;
  const [usualName = ""] = orderNames;
  const usual: Sorting = { by: usualName, isDescending: orderOf(usualName).isDescending };

  const select: List<Needs, Row>["select"] = (db, asked, { after, limit, sort = usual }) => {
    const { keys } = orderOf(sort.by);
    const { from, id } = declared;
    const place = join(keys, ", ");
    const beyond = sort.isDescending ? sql`<` : sql`>`;
    const direction = sort.isDescending ? sql` desc` : sql` asc`;
    const where = and([
      ...declared.where(asked as Asked<Static<Schema>>),
      after !== null &&
        sql`(${place}) ${beyond} (select ${place} from ${from} where ${id} = ${after})`,
    ]);
    const by = join(
      keys.map((key) => sql`${key}${direction}`),
      ", ",
    );
    return all<Row>(
      db,
      sql`select ${declared.select} from ${from} where ${where} order by ${by} limit ${limit}`,
    );
  };

  async function show(context: Needs, visit: Visit<SignedInOperator>) {
    const { query, now, reader } = visit;
    const filter = readFilter(schema, query);
    const sent = filter as Readonly<Record<string, string | undefined>>;
    const sort = readSorting(query.text("sort"), orderNames) ?? usual;
    const after = isUuid(query.text("after")) ? query.text("after") : null;
    const asked = { filter, now, zone: reader.zone };
    const [found, counts, around] = await Promise.all([
      select(context.db, asked, { after, limit: pageSize + 1, sort }),
      tabs?.count(context, filter),
      declared.around?.(context, visit, filter),
    ]);
    const unusual = (by: Sorting) => formatUnusualSorting(by, usual);
    const addressOf = (after: string | null, by = sort): string =>
      formatAddress(path, { ...texts(sent), sort: unusual(by), after });
    const { rows, pager } = paginate(found, {
      after,
      keyOf: of.idOf,
      addressOf: (after) => addressOf(after),
      ...((unusual(sort) !== null || !usual.isDescending) && byName),
    });
    const columns = declared.columns.map(({ sort: by, plain: _, ...column }): CellColumn<Row> => {
      if (by === undefined) return column;
      const first = { by, isDescending: orderOf(by).isDescending };
      return { ...column, sort: sortBy(sort, first, (sorting) => addressOf(null, sorting)) };
    });
    const search =
      shown.length === 0
        ? null
        : renderFilters({
            action: path,
            label: declared.title,
            hidden: {
              ...texts(
                Object.fromEntries(Object.entries(sent).filter(([name]) => hidden.has(name))),
              ),
              sort: unusual(sort),
            },
            fields: renderInput(fields, { ...freshForm(texts(sent)), prefix: "filter" }),
          });
    const bar =
      tabs &&
      renderTabs(
        tabs.label,
        tabs.words.map(([value, text]) => {
          const href = formatAddress(path, { ...texts(sent), [tabs.name]: value });
          const count = value === null ? undefined : counts?.get(value);
          const tab = { href, text, current: (sent[tabs.name] ?? null) === value };
          return count === undefined ? tab : { ...tab, count };
        }),
      );
    const { title, body } = declared.none(filter);
    const { before, ...page } = around ?? {};
    const table =
      rows.length === 0
        ? renderEmptyState(title, body)
        : html`${renderRows(declared.caption, rows, columns)}${pager}`;
    return answerPage({
      title: declared.title,
      sentence: declared.sentence,
      body: html`${search}${bar}${before}${table}`,
      ...page,
    });
  }

  const { get } = createRouteBuilders<Needs, SignedInOperator, ConsoleAccess>();
  return {
    name,
    of,
    who,
    surfaces,
    filter: schema,
    about: declared.about,
    columns: declared.columns,
    routes: [get(path, who, none, show)],
    select,
  };
}

/** A filter as an address has it. */
function texts(filter: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === false
        ? []
        : [[name, value === true ? "yes" : String(value)] as const],
    ),
  );
}
