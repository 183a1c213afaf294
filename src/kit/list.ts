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
import { type ConsoleAccess, mayUse } from "./access.ts";
import type { Context, Noun, Surface } from "./declared.ts";
import { propertiesOf, readFilter, renderInput } from "./input.ts";
import { renderPick, renderPickHead, renderSelectionBar, selectsAll } from "./selection.ts";
import { formatUnusualSorting, readSorting, type Sorting, sortBy } from "./sorting.ts";
import { all, and, join, type Sql, sql } from "./sql.ts";

/** `plain`: what the shell shows, if the cell is markup; null leaves the column out there. */
type ListColumn<Row> = Omit<CellColumn<Row>, "sort" | "cell"> & {
  readonly cell: (row: Row, now: Date) => Content;
  readonly plain?: ((row: Row) => string | number | null) | null;
  /** The name of the order that its head sorts by. */
  readonly sort?: string;
};

/** `wire`: only for the surfaces of machines. */
type Listed<Row> = Pick<Noun<Row>, "name" | "idOf"> & Partial<Pick<Noun<Row>, "wire">>;

/** The keys are never null, and the last is unique. */
type Order = { readonly keys: readonly Sql[]; readonly isDescending: boolean };

type Asked<Filter> = { readonly filter: Filter; readonly now: Date; readonly zone: string };

/** What an address asks for; `texts` is the filter as the address has it. */
type Sent<Filter> = {
  readonly filter: Filter;
  readonly texts: Readonly<Record<string, string>>;
  readonly sort: Sorting;
  readonly after: string | null;
};

type ListDeclaration<Needs extends Context, Row, Schema extends TObject> = {
  readonly name: `${string} list`;
  readonly of: Listed<Row>;
  readonly path: string;
  readonly who: ConsoleAccess;
  readonly surfaces?: readonly Surface[];
  readonly title: string;
  readonly sentence: string;
  readonly caption: string;
  /** What the command of the shell does, if there is one. */
  readonly about?: string;
  readonly filter: Schema;
  /** Those of the filter that have no field on the page. */
  readonly hidden?: readonly (keyof Static<Schema> & string)[];
  /** What the button of the fields says, if it is not "Filter". */
  readonly button?: string;
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
  /** The boxes that select rows, for those who may do something with them. */
  readonly pick?: {
    readonly who: ConsoleAccess;
    readonly name: string;
    readonly label: string;
    readonly labelOf: (row: Row) => string;
    readonly isOpen: (row: Row, now: Date) => boolean;
    readonly buttons: Parameters<typeof renderSelectionBar>[0]["buttons"];
  };
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
  readonly of: Listed<Row>;
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

  /** What an address asks for. */
  function read({ query }: Visit<SignedInOperator>): Sent<Static<Schema>> {
    const filter = readFilter(schema, query);
    return {
      filter,
      texts: toTexts(filter as Readonly<Record<string, unknown>>),
      sort: readSorting(query.text("sort"), orderNames) ?? usual,
      after: isUuid(query.text("after")) ? query.text("after") : null,
    };
  }

  const unusual = (sort: Sorting) => formatUnusualSorting(sort, usual);

  /** The address of another page of the same list. */
  function addressOf(
    { texts, sort: current }: Sent<Static<Schema>>,
    after: string | null,
    { sort = current, select = null }: { sort?: Sorting; select?: string | null } = {},
  ): string {
    return formatAddress(path, { ...texts, sort: unusual(sort), after, select });
  }

  function renderSearch({ texts, sort }: Sent<Static<Schema>>): Html | null {
    if (shown.length === 0) return null;
    const unseen = Object.entries(texts).filter(([property]) => hidden.has(property));
    return renderFilters({
      action: path,
      label: declared.title,
      hidden: { ...Object.fromEntries(unseen), sort: unusual(sort) },
      fields: renderInput(fields, { ...freshForm(texts), prefix: "filter" }, "search"),
      ...(declared.button !== undefined && { button: declared.button }),
    });
  }

  async function renderTabBar(context: Needs, sent: Sent<Static<Schema>>): Promise<Html | null> {
    if (tabs === undefined) return null;
    const counts = await tabs.count(context, sent.filter);
    const chosen = new Map(Object.entries(sent.texts)).get(tabs.name) ?? null;
    const links = tabs.words.map(([value, text]) => {
      const href = formatAddress(path, { ...sent.texts, [tabs.name]: value });
      const count = value === null ? undefined : counts.get(value);
      return { href, text, current: chosen === value, ...(count !== undefined && { count }) };
    });
    return renderTabs(tabs.label, links);
  }

  /** The boxes of the rows, and the bar below them; neither for readers. */
  function renderPicks(visit: Visit<SignedInOperator>, sent: Sent<Static<Schema>>) {
    const { pick } = declared;
    if (pick === undefined || !mayUse(pick.who, visit.signedIn)) return {};
    const isChosen = selectsAll(visit.query);
    const cell = (row: Row): Html | null =>
      pick.isOpen(row, visit.now)
        ? renderPick({ name: pick.name, value: of.idOf(row), label: pick.labelOf(row), isChosen })
        : null;
    const all = addressOf(sent, sent.after, { select: "all" });
    const bar = renderSelectionBar({ ...pick, all, none: addressOf(sent, sent.after) });
    return { boxes: { head: renderPickHead(), cell }, bar };
  }

  function renderTable(
    rows: readonly Row[],
    visit: Visit<SignedInOperator>,
    sent: Sent<Static<Schema>>,
  ) {
    const columns = declared.columns.map(({ sort: by, plain: _, ...shown }): CellColumn<Row> => {
      const column = { ...shown, cell: (row: Row) => shown.cell(row, visit.now) };
      if (by === undefined) return column;
      const first = { by, isDescending: orderOf(by).isDescending };
      const head = sortBy(sent.sort, first, (sort) => addressOf(sent, null, { sort }));
      return { ...column, sort: head };
    });
    const { boxes, bar } = renderPicks(visit, sent);
    return html`${renderRows(declared.caption, rows, columns, boxes)}${bar}`;
  }

  async function show(context: Needs, visit: Visit<SignedInOperator>) {
    const sent = read(visit);
    const { filter, sort, after } = sent;
    const asked = { filter, now: visit.now, zone: visit.reader.zone };
    const [found, tabBar, around = {}] = await Promise.all([
      select(context.db, asked, { after, limit: pageSize + 1, sort }),
      renderTabBar(context, sent),
      declared.around?.(context, visit, filter),
    ]);
    const isByTime = unusual(sort) === null && usual.isDescending;
    const { rows, pager } = paginate(found, {
      after,
      keyOf: of.idOf,
      addressOf: (next) => addressOf(sent, next),
      ...(!isByTime && byName),
    });
    const { title, body } = declared.none(filter);
    const { before, ...page } = around;
    const table =
      rows.length === 0
        ? renderEmptyState(title, body)
        : html`${renderTable(rows, visit, sent)}${pager}`;
    return answerPage({
      title: declared.title,
      sentence: declared.sentence,
      body: html`${renderSearch(sent)}${tabBar}${before}${table}`,
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
    about: declared.about ?? "",
    columns: declared.columns,
    routes: [get(path, who, none, show)],
    select,
  };
}

/** A filter as an address has it. */
function toTexts(filter: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === false
        ? []
        : [[name, value === true ? "yes" : String(value)] as const],
    ),
  );
}
