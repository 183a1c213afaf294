// A list, declared once: filters, columns, sorting, pages by the key of the row before, and what is
// shown if nothing matches. Its rows come from one statement that is built from the declaration, or
// from a function.
import type { Static, TObject } from "typebox";
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import type { WrittenCell } from "../reading/files/writtenCells.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { type ConsoleAccess, mayUse } from "./access.ts";
import type { Context, Noun, Surface } from "./declared.ts";
import { formatCount } from "./html/amount.ts";
import { renderEmptyState } from "./html/emptyState.ts";
import { freshForm, renderFilters } from "./html/form.ts";
import { type Content, type Html, html } from "./html/html.ts";
import type { Place } from "./html/page.ts";
import { byName, formatAddress, pageSize, paginate } from "./html/pager.ts";
import { type CellColumn, renderRows } from "./html/table.ts";
import { renderTabs } from "./html/tabs.ts";
import {
  chooseNamed,
  type FilterOptions,
  propertiesOf,
  readFilter,
  renderFilterFields,
} from "./input.ts";
import { renderPick, renderPickHead, renderSelectionBar, selectsAll } from "./selection.ts";
import type { FileAnswers } from "./site/createFileAnswers.ts";
import { createRouteBuilders, none, type Route } from "./site/routes.ts";
import { type Answer, answerPage, notFound, type SitePage, type Visit } from "./site/visit.ts";
import { formatUnusualSorting, readSorting, type Sorting, sortBy } from "./sorting.ts";
import { all, and, first, join, type Sql, sql, stream } from "./sql.ts";
import { toCells, type Wire } from "./wire.ts";

/** `plain`: what the shell shows, if the cell is markup; null leaves the column out there. */
type ListColumn<Row> = Omit<CellColumn<Row>, "sort" | "cell"> & {
  readonly cell: (row: Row, now: Date) => Content;
  readonly plain?: ((row: Row, now: Date) => string | number | null) | null;
  /** The name of the order that its head sorts by. */
  readonly sort?: string;
};

/** `wire`: only for the surfaces of machines. `isId`: whether a text may be an id, if it is no UUID. */
type Listed<Row> = Pick<Noun<Row>, "name" | "idOf"> &
  Partial<Pick<Noun<Row>, "wire">> & { readonly isId?: (text: string) => boolean };

type Keys = readonly Sql[];

/** The keys, of which some may differ by direction, are never null, and the last is unique. */
type Order = {
  readonly keys: Keys | ((isDescending: boolean) => Keys);
  readonly isDescending: boolean;
};

type Asked<Filter> = { readonly filter: Filter; readonly now: Date; readonly zone: string };

type Conditions = readonly (Sql | false | null)[];

/** The rows that match: those of the tab, and of all tabs. */
export type Matching = { readonly inTab: Sql; readonly inAll: Sql };

/** What an address asks for. */
type Sent<Filter> = {
  /** As it is typed. */
  readonly filter: Filter;
  /** With the ids of what it names. */
  readonly chosen: Filter;
  /** As the address has it. */
  readonly texts: Readonly<Record<string, string>>;
  /** As its fields show it: with the names of what was found. */
  readonly shown: Readonly<Record<string, string>>;
  /** Which of several is meant. */
  readonly question: Html | null;
  /** The page of what the list is of. */
  readonly above: Place | undefined;
  readonly sort: Sorting;
  readonly after: string | null;
};

/** One page of rows, after the row `after`. */
type PageOfRows = {
  readonly after: string | null;
  readonly limit: number;
  readonly sort?: Sorting;
};

/** The rows are those of a statement. */
type Selected<Filter> = {
  readonly select: Sql;
  readonly from: Sql;
  /** The column that the address of the next page names. */
  readonly id: Sql;
  /** Without that of the tab, if tabs have one. */
  readonly where: (asked: Asked<Filter>, db: Queryable) => Conditions | Promise<Conditions>;
  /** By name; the first is usual. */
  readonly orders: Readonly<Record<string, Order>>;
  /** More rows have their usual order: sorting them would delay the list. */
  readonly maxSorted?: number;
  /** The name of a file of all rows as machines read them, to which the page has a link. */
  readonly csv?: string;
};

/** What no single statement finds. The rows have one order, newest first. */
type Read<Row, Filter> = {
  readonly read: (db: Queryable, asked: Asked<Filter>, page: PageOfRows) => Promise<Row[]>;
};

type ListDeclaration<Needs extends PageContext, Row, Schema extends TObject> = (
  | Selected<Static<Schema>>
  | Read<Row, Static<Schema>>
) & {
  readonly name: `${string} list`;
  readonly of: Listed<Row>;
  readonly path: string;
  readonly who: ConsoleAccess;
  readonly surfaces?: readonly Surface[];
  readonly title: string;
  readonly sentence: Content;
  readonly caption: string;
  /** What the command of the shell does, if there is one. */
  readonly about?: string;
  readonly filter: Schema;
  /** What an address means: what it leaves out, and what contradicts the rest. */
  readonly complete?: (filter: Static<Schema>) => Static<Schema>;
  /** Those of the filter whose fields are behind "Filters". */
  readonly folded?: readonly (keyof Static<Schema> & string)[];
  /** Those of the filter that have no field on the page. */
  readonly hidden?: readonly (keyof Static<Schema> & string)[];
  /** What the button of the fields says, if it is not "Filter". */
  readonly button?: string;
  /** The one of the filter that is shown as tabs: their words, and their counts. */
  readonly tabs?: {
    readonly name: keyof Static<Schema> & string;
    readonly label: string;
    readonly words: readonly (readonly [value: string | null, word: string])[];
    readonly count?: (
      context: Needs,
      filter: Static<Schema>,
    ) => Promise<ReadonlyMap<string, number>>;
    /** A larger count is shown as more than this. */
    readonly maxCount?: number;
    /** The condition of the tab of a filter, which its counts do not have. */
    readonly where?: (filter: Static<Schema>) => Sql | false;
    /** What is typed into the fields is searched in all tabs. */
    readonly isLeft?: true;
  };
  readonly columns: Columns<Row, Static<Schema>>;
  /** The boxes that select rows, for those who may do something with them. */
  readonly pick?: {
    readonly who: ConsoleAccess;
    readonly name: string;
    readonly label: string;
    readonly labelOf: (row: Row) => string;
    readonly isOpen: (row: Row, now: Date) => boolean;
    readonly buttons: (filter: Static<Schema>, visit: Visit<SignedInOperator>) => Buttons;
  };
  readonly none: (filter: Static<Schema>) => { readonly title: string; readonly body: Content };
  /** What differs by who reads it, what is above the filters and the rows, and what selects offer. */
  readonly around?: (
    context: Needs,
    visit: Visit<SignedInOperator>,
    filter: Static<Schema>,
    matching: Matching,
  ) => Promise<
    Partial<SitePage> & {
      readonly top?: Html;
      readonly before?: Html;
      readonly options?: FilterOptions;
      /** Those of the tabs. */
      readonly counts?: ReadonlyMap<string, number>;
    }
  >;
};

type Buttons = Parameters<typeof renderSelectionBar>[0]["buttons"];

/** Those of a filter, if it decides what is worth showing. */
type Columns<Row, Filter> =
  | readonly ListColumn<Row>[]
  | ((filter: Filter) => readonly ListColumn<Row>[]);

/** What the page of a list has. */
type PageContext = Context & { readonly files: FileAnswers };

/** A list as the shell and the operator API serve it. */
export type Listing<Row> = {
  readonly name: string;
  readonly of: Listed<Row>;
  readonly surfaces: readonly Surface[];
  readonly filter: TObject;
  readonly about: string;
  readonly columns: (filter: unknown) => readonly ListColumn<Row>[];
  readonly select: (db: Queryable, asked: Asked<unknown>, page: PageOfRows) => Promise<Row[]>;
};

export type List<Needs extends Context, Row> = Listing<Row> & {
  readonly who: ConsoleAccess;
  readonly routes: readonly Route<Needs, SignedInOperator, ConsoleAccess>[];
  /** The page, for a route that is written by hand. */
  readonly show: (context: Needs, visit: Visit<SignedInOperator>) => Promise<Answer>;
  /** The rows that an address asks for, for files of them. */
  readonly match: (db: Queryable, visit: Visit<SignedInOperator>) => Promise<Matching>;
};

export function list<Needs extends PageContext, Row, Schema extends TObject>(
  declared: ListDeclaration<Needs, Row, Schema>,
): List<Needs, Row> {
  const { name, of, path, who, surfaces = ["page"], filter: schema, tabs } = declared;
  const { complete = (filter) => filter, folded = [] } = declared;
  const orders = "read" in declared ? {} : declared.orders;
  const csv = "read" in declared ? undefined : declared.csv;
  const hidden = new Set<string>([...(declared.hidden ?? []), ...(tabs ? [tabs.name] : [])]);
  const shown = propertiesOf(schema).filter(([property]) => !hidden.has(property));
  const isId = of.isId ?? isUuid;
  const columnsOf = (filter: unknown) =>
    typeof declared.columns === "function"
      ? declared.columns(filter as Static<Schema>)
      : declared.columns;
  const orderNames = Object.keys(orders);
  const orderOf = (by: string) => new Map<string, Order>(Object.entries(orders)).get(by);
  const firstOrder = (by: string): Sorting => ({
    by,
    isDescending: orderOf(by)?.isDescending ?? true,
  });
  const [usualName = ""] = orderNames;
  const usual = firstOrder(usualName);

  /** What matches a filter; of a list that is read by a function, anything. */
  async function matchingOf(db: Queryable, asked: Asked<unknown>): Promise<Matching> {
    if ("read" in declared) return { inTab: sql`true`, inAll: sql`true` };
    const of = asked as Asked<Static<Schema>>;
    const inAll = and(await declared.where(of, db));
    return { inTab: and([inAll, tabs?.where?.(of.filter) ?? false]), inAll };
  }

  /** The whole list, or one page of it. */
  function statementOf(
    { select, from, id }: Selected<Static<Schema>>,
    matching: Sql,
    { after = null, limit, sort = usual }: Partial<PageOfRows> = {},
  ): Sql {
    const { keys: declaredKeys = [] } = orderOf(sort.by) ?? {};
    const keys =
      typeof declaredKeys === "function" ? declaredKeys(sort.isDescending) : declaredKeys;
    const place = join(keys, ", ");
    const beyond = sort.isDescending ? sql`<` : sql`>`;
    const direction = sort.isDescending ? sql` desc` : sql` asc`;
    const conditions = and([
      matching,
      after !== null &&
        sql`(${place}) ${beyond} (select ${place} from ${from} where ${id} = ${after})`,
    ]);
    const by = join(
      keys.map((key) => sql`${key}${direction}`),
      ", ",
    );
    const sorted = sql`select ${select} from ${from} where ${conditions} order by ${by}`;
    return limit === undefined ? sorted : sql`${sorted} limit ${limit}`;
  }

  const selectMatching = (
    db: Queryable,
    asked: Asked<unknown>,
    page: PageOfRows,
    { inTab }: Matching,
  ): Promise<Row[]> =>
    "read" in declared
      ? declared.read(db, asked as Asked<Static<Schema>>, page)
      : all<Row>(db, statementOf(declared, inTab, page));

  const select: List<Needs, Row>["select"] = async (db, asked, page) =>
    selectMatching(db, asked, page, await matchingOf(db, asked));

  /** Whether few enough rows match to be sorted by any column. */
  async function areSortable(db: Queryable, { inTab }: Matching): Promise<boolean> {
    if ("read" in declared || declared.maxSorted === undefined) return true;
    const { from, maxSorted } = declared;
    const rows = await first<{ count: number }>(
      db,
      sql`select count(*)::integer as count
        from (select from ${from} where ${inTab} limit ${maxSorted + 1}) matching`,
    );
    return (rows?.count ?? 0) <= maxSorted;
  }

  async function readSent(
    db: Queryable,
    { query }: Visit<SignedInOperator>,
  ): Promise<Sent<Static<Schema>>> {
    const filter = complete(readFilter(schema, query));
    const texts = toTexts(filter);
    const sort = readSorting(query.text("sort"), orderNames) ?? usual;
    const found = await chooseNamed(db, schema, filter, (other) =>
      formatAddress(path, { ...toTexts(other), sort: unusual(sort) }),
    );
    const names = Object.fromEntries(found.choices.map(({ name, text }) => [name, text]));
    return {
      filter,
      chosen: found.filter,
      texts,
      shown: { ...texts, ...names },
      question: found.choices.find(({ question }) => question !== null)?.question ?? null,
      above: found.choices.find(({ above }) => above !== undefined)?.above,
      sort,
      after: isId(query.text("after")) ? query.text("after") : null,
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

  function renderSearch(
    { texts, shown: typed, sort }: Sent<Static<Schema>>,
    options: FilterOptions | undefined,
  ): Html | null {
    if (shown.length === 0) return null;
    const left = tabs?.isLeft && tabs.name;
    const unseen = Object.entries(texts).filter(([name]) => hidden.has(name) && name !== left);
    const isFolded = ([name]: readonly [string, unknown]) => folded.some((one) => one === name);
    const renderFields = (properties: typeof shown) =>
      renderFilterFields(
        { ...schema, properties: Object.fromEntries(properties) } as TObject,
        { ...freshForm(typed), prefix: "filter" },
        options,
      );
    const isOpen = Object.entries(texts).some(isFolded);
    return renderFilters({
      action: path,
      label: declared.title,
      hidden: { ...Object.fromEntries(unseen), sort: unusual(sort) },
      fields: html`${renderFields(shown.filter((one) => !isFolded(one)))}${
        folded.length > 0 &&
        html`<details class="folded"${isOpen && html` open`}>
<summary class="button plain">Filters</summary>
<div class="filters">${renderFields(shown.filter(isFolded))}</div>
</details>
`
      }`,
      ...(declared.button !== undefined && { button: declared.button }),
    });
  }

  function renderTabBar(
    sent: Sent<Static<Schema>>,
    counts: ReadonlyMap<string, number> = new Map(),
  ): Html | null {
    if (tabs === undefined) return null;
    const max = tabs.maxCount ?? Number.POSITIVE_INFINITY;
    const chosen = new Map(Object.entries(sent.texts)).get(tabs.name) ?? null;
    const links = tabs.words.map(([value, text]) => {
      const query = { ...sent.texts, [tabs.name]: value, sort: unusual(sent.sort) };
      const href = formatAddress(path, query);
      const tab = { href, text, current: chosen === value };
      const count = value === null ? undefined : counts.get(value);
      if (count === undefined) return tab;
      return count > max ? { ...tab, text: `${text} ${formatCount(max)}+` } : { ...tab, count };
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
    const buttons = pick.buttons(sent.filter, visit);
    const bar = renderSelectionBar({ ...pick, buttons, all, none: addressOf(sent, sent.after) });
    return { boxes: { head: renderPickHead(), cell }, bar };
  }

  function renderTable(
    rows: readonly Row[],
    visit: Visit<SignedInOperator>,
    sent: Sent<Static<Schema>>,
    isSortable: boolean,
  ) {
    const shownOf = columnsOf(sent.filter);
    const columns = shownOf.map(({ sort: by, plain: _, ...shown }): CellColumn<Row> => {
      const column = { ...shown, cell: (row: Row) => shown.cell(row, visit.now) };
      if (by === undefined || (!isSortable && by !== usual.by)) return column;
      const head = sortBy(sent.sort, firstOrder(by), (sort) => addressOf(sent, null, { sort }));
      return { ...column, sort: head };
    });
    const { boxes, bar } = renderPicks(visit, sent);
    return html`${renderRows(declared.caption, rows, columns, boxes)}${bar}`;
  }

  async function show(context: Needs, visit: Visit<SignedInOperator>) {
    const { db } = context;
    const asSent = await readSent(db, visit);
    const { filter, chosen, texts, question, above, after } = asSent;
    const asked = { filter: chosen, now: visit.now, zone: visit.zone };
    const matching = await matchingOf(db, asked);
    const isSortable = await areSortable(db, matching);
    const sort = isSortable || asSent.sort.by === usual.by ? asSent.sort : usual;
    const sent = { ...asSent, sort };
    const [found, counts, around = {}] = await Promise.all([
      selectMatching(db, asked, { after, limit: pageSize + 1, sort }, matching),
      tabs?.count?.(context, filter),
      declared.around?.(context, visit, chosen, matching),
    ]);
    const isByTime = unusual(sort) === null && usual.isDescending;
    const { rows, pager } = paginate(found, {
      after,
      keyOf: of.idOf,
      addressOf: (next) => addressOf(sent, next),
      ...(!isByTime && byName),
    });
    const { title, body } = declared.none(filter);
    const { top, before, options, counts: counted = counts, ...page } = around;
    const unsorted =
      !isSortable && html`<p class="quiet">Narrow the list to sort it by more columns.</p>\n`;
    const file = formatAddress(`${path}/export.csv`, texts);
    const download =
      csv && html`\n<p class="quiet"><a href="${file}">Download all as CSV</a></p>\n`;
    const table =
      rows.length === 0
        ? (question ?? renderEmptyState(title, body))
        : html`${renderTable(rows, visit, sent, isSortable)}${pager}${unsorted}${download}`;
    return answerPage({
      title: declared.title,
      sentence: declared.sentence,
      ...(above && { above }),
      body: html`${top}${renderSearch(sent, options)}${renderTabBar(sent, counted)}${before}${table}`,
      ...page,
    });
  }

  const match: List<Needs, Row>["match"] = async (db, visit) => {
    const { chosen: filter } = await readSent(db, visit);
    return matchingOf(db, { filter, now: visit.now, zone: visit.zone });
  };

  async function send(context: Needs, visit: Visit<SignedInOperator>): Promise<Answer> {
    const { wire } = of;
    if ("read" in declared || csv === undefined || wire === undefined) return notFound;
    const type = "text/csv; charset=utf-8";
    return context.files.send(visit, { name: csv, type }, async (session, target) => {
      const { inTab } = await match(session, visit);
      const rows = stream<Row>(session, statementOf(declared, inTab));
      return writeCsv(listCells(rows, wire, visit.now), target);
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
    columns: columnsOf,
    routes: [
      get(path, who, none, show),
      ...(csv === undefined ? [] : [get(`${path}/export.csv`, who, none, send)]),
    ],
    show,
    match,
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

/** The cells of a file: the names of the columns, then the rows. */
async function* listCells<Row>(
  rows: AsyncIterable<Row>,
  wire: Wire<Row>,
  now: Date,
): AsyncGenerator<readonly WrittenCell[]> {
  yield Object.keys(wire);
  for await (const row of rows) yield toCells(wire, row, now);
}
