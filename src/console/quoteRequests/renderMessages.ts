// The messages of a quote request in order, those of operators with the state of their e-mail.
import { renderCard } from "../../html/card.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { renderTimeline } from "../../html/timeline.ts";
import type { MailState } from "../../mail/queries.ts";
import type { QuoteMessage, QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import { mailAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

const words = texts.messages;

const meanings: Readonly<Record<MailState, Meaning>> = {
  queued: "neutral",
  sent: "good",
  kept: "short",
  failed: "fault",
  bounced: "fault",
};

/** A message of a buyer is delivered once it is here. */
function renderDelivery({ author, mailId, mailState }: QuoteMessage): Content {
  if (author === "buyer") return null;
  if (mailId === null || mailState === null) return html` · ${words.notMailed}`;
  const state = renderBadge(meanings[mailState], words.mail[mailState]);
  return html` · ${state} <a href="${mailAddress(mailId)}">${words.outbox}</a>`;
}

export function renderMessages({ messages, accountName }: QuoteRequest): Html {
  const points = messages.map((message) => {
    const { author, authorName, body, createdAt } = message;
    const who =
      author === "buyer" ? words.from(authorName, accountName) : words.operator(authorName);
    return {
      at: createdAt,
      title: html`<span class="typed">${body}</span>`,
      note: html`${who}${renderDelivery(message)}`,
    };
  });
  const none = html`<p class="quiet">${words.none}</p>\n`;
  const body = messages.length === 0 ? none : renderTimeline(points);
  return renderCard({ id: "messages", title: words.title, body });
}
