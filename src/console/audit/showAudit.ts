// The audit: who did what, the newest first, with filters in the address.
import { type ListedOperator, selectOperators } from "../../accounts/operatorQueries.ts";
import { sessionCutoffs } from "../../accounts/sessionCutoffs.ts";
import { type StoredDeed, selectDeedKinds, selectDeeds } from "../../audit/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { cutPage } from "../../html/cutPage.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { type Option, writeSelect, writeTextField } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writePager } from "../../html/pager.ts";
import { writeTable } from "../../html/table.ts";
import type { Fields } from "../../http/fields.ts";
import type { Answer } from "../../http/visit.ts";
import { accountAddress, orderAddress, runAddress } from "../accountAddress.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { filterNames, keepFilters, readAskedDeeds } from "./readAskedDeeds.ts";

const pageSize = 50;

/** Who did a deed. */
export function nameDoer({ operatorName, operatorRole }: StoredDeed): Content {
  if (operatorName === null) return "the shell";
  return html`${operatorName} <span class="quiet">${operatorRole}</span>`;
}

/** The pages of subjects that are never removed. */
const subjectAddresses: Readonly<Record<string, (id: string) => string>> = {
  account: accountAddress,
  import: runAddress,
  key: (id) => `/console/keys/${id}`,
  "key request": (id) => `/console/key-requests/${id}`,
  order: (id) => orderAddress(id),
};

/** What a deed was done to. */
export function nameSubject({ subjectKind, subjectId }: StoredDeed): Content {
  if (subjectId === null) return subjectKind;
  const address = subjectAddresses[subjectKind]?.(subjectId);
  const id = html`<code>${subjectId}</code>`;
  return html`${subjectKind} ${address === undefined ? id : html`<a href="${address}">${id}</a>`}`;
}

/** The account a deed concerns. */
export function linkDeedAccount({ accountId, accountName }: StoredDeed): Content {
  if (accountId === null) return null;
  return html`<a href="${accountAddress(accountId)}">${accountName ?? accountId}</a>`;
}

function writeFilters(
  query: Fields,
  operators: readonly ListedOperator[],
  { actions, subjectKinds }: Awaited<ReturnType<typeof selectDeedKinds>>,
): Html {
  const state = freshForm(Object.fromEntries(filterNames.map((name) => [name, query.text(name)])));
  const choice = (name: string, label: string, options: readonly Option[]): Html =>
    writeSelect(state, { name, label, options: [{ value: "", text: "any" }, ...options] });
  const words = (texts: readonly string[]): Option[] =>
    texts.map((text) => ({ value: text, text }));
  const people = operators.map(({ operatorId, name }) => ({ value: operatorId, text: name }));
  return html`<form class="filters" action="/console/audit" role="search" aria-label="Audit">
${choice("operator", "Operator", people)}
${choice("action", "Action", words(actions))}
${choice("kind", "Subject", words(subjectKinds))}
${writeTextField(state, { name: "subject", label: "Subject's id", code: true })}
${writeTextField(state, { name: "account", label: "Account id", code: true })}
${writeTextField(state, { name: "from", label: "From", type: "date" })}
${writeTextField(state, { name: "until", label: "Until", type: "date" })}
<button class="button plain">Show</button>
</form>
`;
}

function writeDeeds(deeds: readonly StoredDeed[]): Html {
  return writeTable({
    caption: "Deeds, the newest first",
    columns: [
      { title: "When", kind: "words" },
      { title: "Who", kind: "text" },
      { title: "What", kind: "text" },
      { title: "Subject", kind: "text" },
      { title: "Account", kind: "text" },
    ],
    rows: deeds.map((deed) => ({
      cells: [
        html`<a href="/console/audit/${deed.deedId}">${writeMoment(deed.at)}</a>`,
        nameDoer(deed),
        deed.action,
        nameSubject(deed),
        linkDeedAccount(deed),
      ],
    })),
  });
}

/** The page of the audit. */
export async function showAudit({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { query, now } = visit;
  const asked = query.text("before");
  const before = isUuid(asked) ? asked : null;
  const filter = readAskedDeeds(query);
  const [found, kinds, operators] = await Promise.all([
    selectDeeds(db, filter, { before, limit: pageSize + 1 }),
    selectDeedKinds(db),
    selectOperators(db, sessionCutoffs(now)),
  ]);
  const { rows: deeds, last } = cutPage(found, pageSize);
  const address = (more?: Readonly<Record<string, string>>): string =>
    `/console/audit${keepFilters(query, more)}`;
  const pager = writePager({
    back: before === null ? null : address(),
    on: last === undefined ? null : address({ before: last.deedId }),
    backText: "Newest",
  });
  const none = writeEmptyState(
    "Nothing was done that fits",
    html`<p>What operators change, and what they are refused, stands here.</p>`,
  );
  const csv = `/console/audit/export.csv${keepFilters(query)}`;
  const list = html`${writeDeeds(deeds)}${pager}
<p class="quiet">All of them: <a href="${csv}">CSV</a></p>
`;
  return {
    kind: "page",
    page: {
      title: "Audit",
      sentence: "Who did what. Nothing here can be changed or deleted.",
      body: html`${writeFilters(query, operators, kinds)}${deeds.length === 0 ? none : list}`,
    },
  };
}
