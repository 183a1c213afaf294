// The search of the console: options for the script, which shows them over the page, or a page.
import { keyState } from "../accounts/account.ts";
import { type FoundAccount, findAccounts } from "../accounts/foundAccountQueries.ts";
import { suggestParts } from "../catalog/browse/suggestParts.ts";
import { readIfAvailable } from "../catalog/replica/replica.ts";
import { listVendors } from "../catalog/search/siteQueries.ts";
import { describeSuggestion, renderPartStock } from "../catalog/sharedOffers.ts";
import { markTyped, renderOption } from "../catalog/sharedSuggestions.ts";
import type { Queryable } from "../db/database.ts";
import { splitWords } from "../db/words.ts";
import { nameKind, nameSubject, renderRunState } from "../imports/consoleRuns.ts";
import { findRuns, type ListedRun } from "../imports/runQueries.ts";
import { findKeys, type OperatorKey } from "../keys/operatorKeyQueries.ts";
import { admins, mayUse } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderTextField } from "../kit/html/field.ts";
import { freshForm, renderFilters } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { formatMoney } from "../kit/price.ts";
import { answerPage, wantsFragment } from "../kit/site/visit.ts";
import { findOrders } from "../orders/foundOrderQueries.ts";
import type { OperatorOrder } from "../orders/operatorQueries.ts";
import { formatPoNumber } from "../orders/order.ts";
import { renderStatus } from "../orders/sharedOrders.ts";
import { awaitReplicated } from "../orders/summaryQueries.ts";
import { type FoundPerson, findPeople } from "../people/foundPersonQueries.ts";
import { renderQuoteState } from "../quotes/console.ts";
import { selectRequestByNumber } from "../quotes/foundRequestQueries.ts";
import { readRequestNumber } from "../quotes/requestNumber.ts";
import { type LoggedRequest, selectRequest } from "../requests/queries.ts";
import { toLoggedRequestId } from "../requests/requestId.ts";
import {
  accountAddress,
  keyAddress,
  operatorAddress,
  orderAddress,
  partAddress,
  quoteRequestAddress,
  requestAddress,
  runAddress,
} from "./consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "./consoleContext.ts";
import { readText } from "./consoleFilters.ts";
import { type Hit, type HitGroup, type Kind, kinds, nameKey } from "./consoleHit.ts";
import { listPlaces, type SoughtPlace } from "./consolePlaces.ts";

/** The words of the search of the console. */
const texts = {
  groups: {
    goTo: "Go to",
    pages: "Pages",
    orders: "Orders",
    quotes: "Quote requests",
    accounts: "Accounts",
    people: "People",
    keys: "API keys",
    requests: "API requests",
    imports: "Imports",
    parts: "Parts",
    vendors: "Vendors",
  },
  all: (title: string) => `All ${title}`,
  keyStates: { active: "Active", expired: "Expired", replaced: "Replaced", revoked: "Revoked" },
  none: "No results",
};

/** The quote request whose complete number is typed. */
async function findQuoteRequest(db: Queryable, typed: string): Promise<readonly Hit[]> {
  const written = readRequestNumber(typed);
  const found = written && (await selectRequestByNumber(db, written.number, null));
  if (found === undefined) return [];
  const { requestId, requestNumber, accountName, firstPart, state } = found;
  return [
    {
      href: quoteRequestAddress(requestId),
      icon: "scroll-text",
      name: markTyped(requestNumber, typed),
      about: html`${accountName} · ${firstPart}`,
      beside: renderQuoteState(state),
    },
  ];
}

// What a text finds: each kind of thing by its own indexes, at most a few of each.

const maxHits = 5;

function toPlace({ href, icon, text, about }: SoughtPlace, typed: string): Hit {
  return { href, icon, name: markTyped(text, typed), about, beside: null };
}

/** Whether each typed word begins a word of a text. */
function createMatcher(typed: string): (text: string) => boolean {
  const sought = splitWords(typed);
  return (text) => sought.every((word) => splitWords(text).some((one) => one.startsWith(word)));
}

/** Pages whose name or purpose has words that begin with the typed ones; named ones first. */
function findPlaces(signedIn: Visit["signedIn"], typed: string): readonly SoughtPlace[] {
  if (splitWords(typed).length === 0) return [];
  const begins = createMatcher(typed);
  const places = listPlaces(signedIn);
  const named = places.filter(({ text }) => begins(text));
  const others = places.filter(({ text, about }) => !begins(text) && begins(`${text} ${about}`));
  return typed.length < 2 ? named : [...named, ...others];
}

function toOrder(order: OperatorOrder, typed: string): Hit {
  const { orderId, orderNumber, poNumber, accountName, subtotal, status } = order;
  const po = poNumber === null ? null : html` · ${markTyped(formatPoNumber(poNumber), typed)}`;
  return {
    href: orderAddress(orderId),
    icon: "shopping-cart",
    name: html`${markTyped(orderNumber, typed)}${po}`,
    about: html`${accountName} · ${formatMoney(subtotal)}`,
    beside: renderStatus(status),
    value: orderNumber,
  };
}

function toAccount({ accountId, name, email, suspendedAt }: FoundAccount, typed: string): Hit {
  return {
    href: accountAddress(accountId),
    icon: "building-2",
    name: markTyped(name, typed),
    about: markTyped(email, typed),
    beside: suspendedAt && renderBadge("short", "Suspended"),
    value: name,
  };
}

function toPerson(person: FoundPerson, typed: string): Hit {
  const { userId, name, email, accountId, accountName, role } = person;
  const href =
    accountId === null ? operatorAddress(userId) : accountAddress(accountId, `/people/${userId}`);
  return {
    href,
    icon: "circle-user",
    name: markTyped(name, typed),
    about: html`${accountName ?? `Operator, ${role}`} · ${markTyped(email, typed)}`,
    beside: null,
  };
}

/** What names a key in a field: its name and last four characters. */
function toKey(key: OperatorKey, typed: string, now: Date): Hit {
  const state = keyState(key, now);
  return {
    href: keyAddress(key.keyId),
    icon: "key-round",
    name: html`${markTyped(key.name, typed)} <span class="pn">…${key.lastFour}</span>`,
    about: key.accountName,
    beside: renderBadge(state === "active" ? "good" : "neutral", texts.keyStates[state]),
    value: nameKey(key),
  };
}

function toRun(run: ListedRun, typed: string): Hit {
  const { runId, kind, mode, state, fileName, vendor, vendors, accountName, startedAt } = run;
  const subject = nameSubject(vendor, vendors, accountName);
  const what = nameKind(kind, mode);
  return {
    href: runAddress(runId),
    icon: "upload",
    name: markTyped(fileName ?? what, typed),
    about: html`Run ${runId} · ${subject} · ${what} · ${renderAge(startedAt)}`,
    beside: renderRunState(state),
  };
}

function toRequest({ requestId, method, route, status, at }: LoggedRequest): Hit {
  return {
    href: requestAddress(requestId),
    icon: "code",
    name: html`<span class="pn">${requestId}</span>`,
    about: html`${method} ${route} · ${renderAge(at)}`,
    beside: renderBadge(status < 400 ? "good" : "fault", String(status)),
  };
}

/** Parts that the text names or, if there are none, may mean; undefined while none can be read. */
function findPartHits({ replica }: ConsoleContext, typed: string, now: Date) {
  const found = readIfAvailable(replica, (view) => suggestParts(view, typed, now));
  if (found === undefined) return undefined;
  const { parts, meant, isMeantFirst } = found;
  const toHit = (partNumber: string, about: Content, beside: Content): Hit => ({
    href: partAddress(partNumber),
    icon: "package",
    name: html`<span class="pn">${markTyped(partNumber, typed)}</span>`,
    about,
    beside,
    value: partNumber,
  });
  const hits = parts.map((part) =>
    toHit(part.partNumber, markTyped(part.title ?? "", typed), renderPartStock(part)),
  );
  const others = meant.map((one) => toHit(one.partNumber, describeSuggestion(one), null));
  return isMeantFirst ? [...others, ...hits] : [...hits, ...others];
}

/** So many vendors are read, each by one access to an index. */
const maxVendors = 2_000;

/** Vendors that have offers, by words of their names; none while no replica can be read. */
function findVendors({ replica }: ConsoleContext, typed: string): Hit[] {
  if (splitWords(typed).length === 0) return [];
  const vendors = readIfAvailable(replica, (view) => listVendors(view, maxVendors)) ?? [];
  const begins = createMatcher(typed);
  const isFirst = (vendor: string) => vendor.toLowerCase().startsWith(typed.toLowerCase());
  const [first = [], others = []] = [true, false].map((wanted) =>
    vendors.filter((vendor) => begins(vendor) && isFirst(vendor) === wanted),
  );
  return [...first, ...others].map((vendor) => ({
    href: formatAddress("/console/catalog", { vendor }),
    icon: "layers",
    name: markTyped(vendor, typed),
    about: "Parts of this vendor",
    beside: null,
  }));
}

/** The page of all console pages that this operator may open. */
function listEverything({ signedIn }: Visit): readonly HitGroup[] {
  const hits = listPlaces(signedIn).map((place) => toPlace(place, ""));
  return [{ title: texts.groups.goTo, hits, more: null }];
}

type Find = (
  context: ConsoleContext,
  visit: Visit,
  typed: string,
) => Promise<readonly Hit[] | undefined>;

/** One more is read than shown, to see whether there are more. */
const limit = maxHits + 1;

const finders: Readonly<Record<Kind, Find>> = {
  async orders({ db }, _visit, typed) {
    const orders = await findOrders(db, typed, limit);
    await awaitReplicated(db, orders);
    return orders.map((order) => toOrder(order, typed));
  },
  async quotes({ db }, _visit, typed) {
    return findQuoteRequest(db, typed);
  },
  async accounts({ db }, _visit, typed) {
    return (await findAccounts(db, typed, limit)).map((account) => toAccount(account, typed));
  },
  async people({ db }, { signedIn }, typed) {
    const withOperators = mayUse(admins, signedIn);
    const people = await findPeople(db, typed, { limit, withOperators });
    return people.map((person) => toPerson(person, typed));
  },
  async keys({ db }, { now }, typed) {
    return (await findKeys(db, typed, limit)).map((key) => toKey(key, typed, now));
  },
  async requests({ db }, _visit, typed) {
    const requestId = toLoggedRequestId(typed);
    const found = requestId === undefined ? undefined : await selectRequest(db, null, requestId);
    return found === undefined ? [] : [toRequest(found)];
  },
  async imports({ db }, _visit, typed) {
    return (await findRuns(db, typed, limit)).map((run) => toRun(run, typed));
  },
  async parts(context, { now }, typed) {
    return findPartHits(context, typed, now);
  },
  async vendors(context, _visit, typed) {
    return findVendors(context, typed);
  },
};

/** The lists that show all of a kind; `name`: their filter by text, if they have one. */
const lists: Partial<Readonly<Record<Kind, { readonly path: string; readonly name?: string }>>> = {
  orders: { path: "/console/orders", name: "po" },
  accounts: { path: "/console/accounts", name: "q" },
  keys: { path: "/console/keys", name: "q" },
  imports: { path: "/console/imports" },
  parts: { path: "/console/catalog", name: "q" },
  vendors: { path: "/console/catalog" },
};

/** The things of one kind that a text finds; what the operator may not see is not found. */
async function findKind(
  context: ConsoleContext,
  visit: Visit,
  typed: string,
  kind: Kind,
): Promise<HitGroup> {
  const hits = typed.length < 2 ? [] : await finders[kind](context, visit, typed);
  if (hits === undefined) {
    return {
      title: texts.groups[kind],
      hits: [],
      more: null,
      missing:
        "Parts are not available yet, because the catalog is still loading. Search again in a minute.",
    };
  }
  const list = lists[kind];
  const filter = list?.name === undefined ? {} : { [list.name]: typed };
  const more = list && hits.length > maxHits ? formatAddress(list.path, filter) : null;
  return { title: texts.groups[kind], hits: hits.slice(0, maxHits), more };
}

/** What a text finds, in groups. */
async function findAnything(
  context: ConsoleContext,
  visit: Visit,
  typed: string,
): Promise<readonly HitGroup[]> {
  const places = findPlaces(visit.signedIn, typed).slice(0, maxHits);
  const hits = places.map((place) => toPlace(place, typed));
  const pages: HitGroup = { title: texts.groups.pages, hits, more: null };
  const found = await Promise.all(kinds.map((kind) => findKind(context, visit, typed, kind)));
  return [pages, ...found].filter(
    ({ hits: { length }, missing }) => length > 0 || missing !== undefined,
  );
}

const path = "/console/search";
const maxTextLength = 200;

const isPlainKey = /\b(sk|ok)_live_/;

function renderName({ name, about }: Hit): Html {
  return html`<span>${name}</span><span class="sub">${about}</span>`;
}

/** The options of a field that asks for one kind: each fills it. */
function renderValues({ hits, missing = texts.none }: HitGroup): Html {
  if (hits.length === 0) return html`<p data-none>${missing}</p>`;
  return html`${hits.map((hit) => renderOption({ ...hit, text: renderName(hit) }))}`;
}

function renderOptions(groups: readonly HitGroup[], none: string): Html {
  const found = groups.filter(({ hits }) => hits.length > 0);
  const missing = groups.flatMap((group) => group.missing ?? []);
  if (found.length === 0) return html`<p data-none>${missing[0] ?? none}</p>`;
  const toOption = ({ value: _value, ...hit }: Hit) =>
    renderOption({ ...hit, text: renderName(hit) });
  const options = found.map(({ title, hits, more }) => {
    const all =
      more === null
        ? null
        : renderOption({
            href: more,
            icon: "list",
            text: html`<span class="quiet">${texts.all(title)}</span>`,
            beside: null,
          });
    return html`<li role="none"><div role="group" aria-label="${title}">
<p aria-hidden="true">${title}</p>
<ul role="none">
${hits.map(toOption)}${all}</ul></div></li>
`;
  });
  const notes = missing.map((note) => html`<li role="none"><p>${note}</p></li>\n`);
  return html`${options}${notes}`;
}

function renderGroup({ title, hits, more, missing }: HitGroup): Html {
  if (missing !== undefined) return renderNotice("neutral", missing);
  const items = hits.map(
    ({
      href,
      icon,
      name,
      about,
      beside,
    }) => html`<li>${renderIcon(icon)}<p><a href="${href}">${name}</a><span
 class="sub">${about}</span></p>${beside}</li>
`,
  );
  return renderCard({
    title,
    beside: more === null ? null : html`<a href="${more}">${texts.all(title)}</a>`,
    body: html`<ul class="found">
${items}</ul>
`,
  });
}

function renderForm(typed: string): Html {
  return renderFilters({
    action: path,
    label: "Console",
    fields: [
      renderTextField(
        { ...freshForm({ q: typed }), prefix: "search" },
        {
          name: "q",
          label: "Name, number or ID",
          type: "search",
          maxLength: maxTextLength,
          autocomplete: "off",
          focused: true,
        },
      ),
    ],
    button: "Search",
  });
}

function renderResults(groups: readonly HitGroup[], none: string): Content {
  return groups.length === 0
    ? renderEmptyState(texts.none, html`<p>${none}</p>`, "search")
    : html`<div class="stack">
${groups.map(renderGroup)}</div>
`;
}

export const showSearch: Handler = async (context, visit) => {
  const { query } = visit;
  const typed = readText(query, "q", maxTextLength);
  const isSecret = isPlainKey.test(typed);
  const none = isSecret
    ? "This looks like a complete API key, which is a secret. Search for its last four characters."
    : "Nothing found. Search for the beginning of a name or number, or an ID.";
  const kind = kinds.find((one) => one === query.text("kind"));
  const sought = isSecret ? "" : typed;
  if (kind !== undefined && wantsFragment(visit)) {
    const found = await findKind(context, visit, sought, kind);
    return { kind: "fragment", html: renderValues(found) };
  }
  const find = () => (typed === "" ? listEverything(visit) : findAnything(context, visit, typed));
  const groups = isSecret ? [] : await find();
  if (wantsFragment(visit)) return { kind: "fragment", html: renderOptions(groups, none) };
  return answerPage({
    title: "Search",
    body: html`${renderForm(sought)}${renderResults(groups, none)}`,
  });
};
