import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import {
  countMailTasks,
  countUnsent,
  type ListedMail,
  mailStates,
  maxSearchedMails,
  ownNotices,
  selectMails,
} from "../../mail/outboxQueries.ts";
import type { MailKind, MailState } from "../../mail/queries.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage } from "../../site/visit.ts";
import { mailAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";
import { texts } from "./texts.ts";

const path = "/console/outbox";
const maxAddressLength = 254;

const stateWords: Readonly<Record<MailState, readonly [Meaning, string]>> = {
  queued: ["neutral", "Queued"],
  sent: ["good", "Sent"],
  kept: ["short", "Not delivered"],
  failed: ["fault", texts.states.failed],
  bounced: ["fault", texts.states.bounced],
};

type Delivery = Pick<ListedMail, "state" | "deliveredBy" | "dismissedAt">;

export function renderMailState({ state, deliveredBy, dismissedAt }: Delivery): Html {
  if (dismissedAt !== null) return renderBadge("neutral", "Dismissed");
  if (state === "sent" && deliveredBy !== null) return renderBadge("good", "Delivered manually");
  return renderBadge(...stateWords[state]);
}

/** `to`: a part of an address or subject. `tasks` is "yes" for only those that need an operator. */
type OutboxFilter = {
  readonly state: MailState | null;
  readonly to: string;
  readonly tasks: "yes" | null;
};

const taskStates: readonly (MailState | null)[] = ["bounced", "failed", "kept"];

function readOutboxFilter(query: Fields): OutboxFilter {
  const state = mailStates.find((one) => one === query.text("state")) ?? null;
  const tasks = taskStates.includes(state) && query.text("tasks") === "yes" ? "yes" : null;
  return { state, to: readText(query, "to", maxAddressLength), tasks };
}

const accessKinds: readonly MailKind[] = [
  "invitation",
  "reset",
  "password changed",
  "second factor changed",
];

/** For whom an e-mail is, by its kind. */
function describeReader({ kind, accountId }: ListedMail): string {
  if (ownNotices.includes(kind)) return "Distributor";
  const isOperator = accountId === null && accessKinds.includes(kind);
  return isOperator ? "Operator" : "Customer";
}

function renderMails(mails: readonly ListedMail[]): Html {
  const link = ({ mailId, subject }: ListedMail) =>
    html`<a href="${mailAddress(mailId)}">${subject}</a>`;
  return renderRows("E-mails, newest first", mails, [
    { title: "Subject", kind: "text", cell: link },
    { title: "To", kind: "text", cell: ({ recipient }) => recipient },
    { title: "For", kind: "words", cell: describeReader },
    { title: "Created", kind: "words", cell: (mail) => renderAge(mail.createdAt) },
    { title: "Type", kind: "words", cell: ({ kind }) => kind },
    { title: "State", kind: "words", cell: renderMailState },
    { title: "Attempts", kind: "number", cell: ({ attempts }) => attempts },
  ]);
}

function renderSearch({ state, to, tasks }: OutboxFilter): Html {
  return renderFilters({
    action: path,
    label: "E-mails",
    hidden: { state, tasks },
    fields: renderTextField(
      { ...freshForm({ to }), prefix: "outbox" },
      {
        name: "to",
        label: "Address or subject",
        hint: texts.list.addressHint(maxSearchedMails),
        type: "search",
        maxLength: maxAddressLength,
        autocomplete: "off",
      },
    ),
    button: "Search",
  });
}

export const showOutbox: Handler = async ({ db }, { query }) => {
  const filter = readOutboxFilter(query);
  const before = readUuid(query, "before");
  const isTask = filter.tasks !== null;
  const where = { state: filter.state, text: filter.to === "" ? null : filter.to, isTask };
  const [counts, found] = await Promise.all([
    isTask ? countMailTasks(db) : countUnsent(db),
    selectMails(db, where, { before, limit: pageSize + 1 }),
  ]);
  const { rows: mails, pager } = paginate(found, {
    after: before,
    keyOf: ({ mailId }) => mailId,
    addressOf: (before) => formatAddress(path, { ...filter, before }),
  });
  const tabs = [null, ...mailStates].map((state) => {
    const tasks = taskStates.includes(state) ? filter.tasks : null;
    const href = formatAddress(path, { ...filter, state, tasks });
    const tab = { href, current: filter.state === state };
    if (state === null) return { ...tab, text: "All" };
    const text = stateWords[state][1];
    return state === "sent" || filter.to !== ""
      ? { ...tab, text }
      : { ...tab, text, count: counts.get(state) ?? 0 };
  });
  const none = renderEmptyState(
    "No matching e-mails",
    html`<p>The outbox has every e-mail that partsdesk sends, with its state.</p>`,
  );
  const list = mails.length === 0 ? none : html`${renderMails(mails)}${pager}`;
  const all = formatAddress(path, { ...filter, tasks: null });
  const only = isTask
    ? html`<p>Only e-mails that need you. Keys are tasks of their key
requests. <a href="${all}">Show all</a></p>\n`
    : null;
  return answerPage({
    title: texts.list.title,
    sentence: "E-mails that partsdesk sends, with their state.",
    body: html`${renderSearch(filter)}${renderTabs("States", tabs)}${only}${list}`,
  });
};
