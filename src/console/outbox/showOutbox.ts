import { renderEmptyState } from "../../html/emptyState.ts";
import { renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
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
import { texts } from "./texts.ts";

const path = "/console/outbox";
const maxAddressLength = 254;

const stateWords: Readonly<Record<MailState, readonly [Meaning, string]>> = {
  queued: ["neutral", texts.states.queued],
  sent: ["good", texts.states.sent],
  kept: ["short", texts.states.kept],
  failed: ["fault", texts.states.failed],
  bounced: ["fault", texts.states.bounced],
};

type Delivery = Pick<ListedMail, "state" | "deliveredBy" | "dismissedAt">;

export function renderMailState({ state, deliveredBy, dismissedAt }: Delivery): Html {
  if (dismissedAt !== null) return renderBadge("neutral", texts.states.dismissed);
  if (state === "sent" && deliveredBy !== null) return renderBadge("good", texts.states.manual);
  return renderBadge(...stateWords[state]);
}

type OutboxFilter = { readonly state: MailState | null; readonly to: string };

function renderMails(mails: readonly ListedMail[]): Html {
  const link = ({ mailId, subject }: ListedMail) =>
    html`<a href="${mailAddress(mailId)}">${subject}</a>`;
  return renderRows(texts.list.caption, mails, [
    { title: texts.list.subject, kind: "text", cell: link },
    { title: texts.list.to, kind: "text", cell: ({ recipient }) => recipient },
    { title: texts.list.created, kind: "words", cell: (mail) => renderAge(mail.createdAt) },
    { title: texts.list.kind, kind: "words", cell: ({ kind }) => kind },
    { title: texts.list.state, kind: "words", cell: renderMailState },
    { title: texts.list.attempts, kind: "number", cell: ({ attempts }) => attempts },
  ]);
}

function renderSearch({ state, to }: OutboxFilter): Html {
  return renderFilters({
    action: path,
    label: texts.list.search,
    hidden: { state },
    fields: html`<label for="outbox-to">${texts.list.address}</label>
<input id="outbox-to" type="search" name="to" value="${to}" maxlength="${maxAddressLength}"
 autocomplete="off" spellcheck="false">
`,
    button: texts.list.searchButton,
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
    if (state === null) return { ...tab, text: texts.list.all };
    const text = stateWords[state][1];
    return state === "sent" ? { ...tab, text } : { ...tab, text, count: counts.get(state) ?? 0 };
  });
  const none = renderEmptyState(texts.list.none, html`<p>${texts.list.noneHint}</p>`);
  const list = mails.length === 0 ? none : html`${renderMails(mails)}${pager}`;
  return answerPage({
    title: texts.list.title,
    sentence: texts.list.sentence,
    body: html`${renderSearch(filter)}${renderTabs(texts.list.states, tabs)}${list}`,
  });
};
