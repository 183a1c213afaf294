import { renderEmptyState } from "../../html/emptyState.ts";
import { renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { countUnsent, type ListedMail, mailStates, selectMails } from "../../mail/outboxQueries.ts";
import type { MailState } from "../../mail/queries.ts";
import { answerPage } from "../../site/visit.ts";
import { mailAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText, readUuid } from "../filters.ts";

const path = "/console/outbox";
const maxAddressLength = 254;

const stateWords: Readonly<Record<MailState, readonly [Meaning, string]>> = {
  queued: ["neutral", "Queued"],
  sent: ["good", "Sent"],
  kept: ["short", "Not delivered"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

export function renderMailState(state: MailState): Html {
  return renderBadge(...stateWords[state]);
}

type OutboxFilter = { readonly state: MailState | null; readonly to: string };

function renderMails(mails: readonly ListedMail[]): Html {
  const link = ({ mailId, createdAt }: ListedMail) =>
    html`<a href="${mailAddress(mailId)}">${renderMoment(createdAt)}</a>`;
  return renderRows("E-mails, newest first", mails, [
    { title: "Created", kind: "words", cell: link },
    { title: "To", kind: "text", cell: ({ recipient }) => recipient },
    { title: "Subject", kind: "text", cell: ({ subject }) => subject },
    { title: "Type", kind: "words", cell: ({ kind }) => kind },
    { title: "State", kind: "words", cell: ({ state }) => renderMailState(state) },
    { title: "Attempts", kind: "number", cell: ({ attempts }) => attempts },
  ]);
}

function renderSearch({ state, to }: OutboxFilter): Html {
  return renderFilters({
    action: path,
    label: "E-mails",
    hidden: { state },
    fields: html`<label for="outbox-to">E-mail address</label>
<input id="outbox-to" type="search" name="to" value="${to}" maxlength="${maxAddressLength}"
 autocomplete="off" spellcheck="false">
`,
    button: "Search",
  });
}

export const showOutbox: Handler = async ({ db }, { query }) => {
  const filter: OutboxFilter = {
    state: mailStates.find((state) => state === query.text("state")) ?? null,
    to: readText(query, "to", maxAddressLength).toLowerCase(),
  };
  const before = readUuid(query, "before");
  const where = { state: filter.state, recipient: filter.to === "" ? null : filter.to };
  const [counts, found] = await Promise.all([
    countUnsent(db),
    selectMails(db, where, { before, limit: pageSize + 1 }),
  ]);
  const { rows: mails, pager } = paginate(found, {
    after: before,
    keyOf: ({ mailId }) => mailId,
    addressOf: (before) => formatAddress(path, { ...filter, before }),
  });
  const tabs = [null, ...mailStates].map((state) => {
    const href = formatAddress(path, { ...filter, state });
    const tab = { href, current: filter.state === state };
    if (state === null) return { ...tab, text: "All" };
    const text = stateWords[state][1];
    return state === "sent" ? { ...tab, text } : { ...tab, text, count: counts.get(state) ?? 0 };
  });
  const none = renderEmptyState(
    "No matching e-mails",
    html`<p>The outbox has every e-mail that partsdesk sends, with its state.</p>`,
  );
  const list = mails.length === 0 ? none : html`${renderMails(mails)}${pager}`;
  return answerPage({
    title: "Outbox",
    sentence: "E-mails that partsdesk sends, with their state.",
    body: html`${renderSearch(filter)}${renderTabs("States", tabs)}${list}`,
  });
};
