import { isUuid } from "../../db/isUuid.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { countUnsent, type ListedMail, mailStates, selectMails } from "../../mail/outboxQueries.ts";
import type { MailState } from "../../mail/queries.ts";
import { answerPage } from "../../site/visit.ts";
import { mailAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";

const pageSize = 50;
const maxAddressLength = 254;

const stateWords: Readonly<Record<MailState, readonly [Meaning, string]>> = {
  queued: ["neutral", "Queued"],
  sent: ["good", "Sent"],
  kept: ["short", "No mail server"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

export function renderMailState(state: MailState): Html {
  return renderBadge(...stateWords[state]);
}

type OutboxFilter = { readonly state: MailState | null; readonly to: string };

function outboxAddress({ state, to }: OutboxFilter, before?: string): string {
  const query = new URLSearchParams({
    ...(state === null ? {} : { state }),
    ...(to === "" ? {} : { to }),
    ...(before === undefined ? {} : { before }),
  }).toString();
  return query === "" ? "/console/outbox" : `/console/outbox?${query}`;
}

function renderMails(mails: readonly ListedMail[]): Html {
  return renderTable({
    caption: "E-mails, newest first",
    columns: [
      { title: "Created", kind: "words" },
      { title: "To", kind: "text" },
      { title: "Subject", kind: "text" },
      { title: "Type", kind: "words" },
      { title: "State", kind: "words" },
      { title: "Attempts", kind: "number" },
    ],
    rows: mails.map((mail) => ({
      cells: [
        html`<a href="${mailAddress(mail.mailId)}">${renderMoment(mail.createdAt)}</a>`,
        mail.recipient,
        mail.subject,
        mail.kind,
        renderMailState(mail.state),
        mail.attempts,
      ],
    })),
  });
}

function renderSearch({ state, to }: OutboxFilter): Html {
  const unseen = state && html`<input type="hidden" name="state" value="${state}">`;
  return html`<form class="filters" action="/console/outbox" role="search" aria-label="E-mails">
${unseen}<label for="outbox-to">E-mail address</label>
<input id="outbox-to" type="search" name="to" value="${to}" maxlength="${maxAddressLength}"
 autocomplete="off" spellcheck="false">
<button class="button plain">Search</button>
</form>
`;
}

export const showOutbox: Handler = async ({ db }, { query }) => {
  const filter: OutboxFilter = {
    state: mailStates.find((state) => state === query.text("state")) ?? null,
    to: query.text("to").trim().toLowerCase().slice(0, maxAddressLength).toWellFormed(),
  };
  const before = isUuid(query.text("before")) ? query.text("before") : null;
  const where = { state: filter.state, recipient: filter.to === "" ? null : filter.to };
  const [counts, found] = await Promise.all([
    countUnsent(db),
    selectMails(db, where, { before, limit: pageSize + 1 }),
  ]);
  const { rows: mails, last } = cutPage(found, pageSize);
  const tabs = [null, ...mailStates].map((state) => {
    const tab = { href: outboxAddress({ ...filter, state }), current: filter.state === state };
    if (state === null) return { ...tab, text: "All" };
    const text = stateWords[state][1];
    return state === "sent" ? { ...tab, text } : { ...tab, text, count: counts.get(state) ?? 0 };
  });
  const pager = renderPager({
    back: before === null ? null : outboxAddress(filter),
    on: last === undefined ? null : outboxAddress(filter, last.mailId),
    backText: "Newest",
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
