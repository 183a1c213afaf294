import { type Content, type Html, html } from "./html.ts";
import { type IconName, renderIcon } from "./icons.ts";

/** Each meaning has a color, and is never expressed by color only. */
export type Meaning = "good" | "short" | "fault" | "neutral" | "active";

const meaningIcons: Readonly<Record<Meaning, IconName>> = {
  good: "circle-check",
  short: "triangle-alert",
  fault: "circle-alert",
  neutral: "info",
  active: "info",
};

/** Screen readers announce a fault immediately, and other notices when they are idle. */
export function renderNotice(meaning: Meaning, title: Content, body?: Content): Html {
  const role = meaning === "fault" ? "alert" : "status";
  return html`<div class="notice ${meaning}" role="${role}">
${renderIcon(meaningIcons[meaning])}<p><strong>${title}</strong></p>
${body === undefined ? null : html`<div>${body}</div>\n`}</div>
`;
}

/** Confirms an action for some seconds, over the page, so that nothing moves. */
export function renderToast(text: string): Html {
  return html`<div class="toast" role="status">
${renderIcon(meaningIcons.good)}<p>${text}</p>
</div>
`;
}

/**
 * The messages of a family of pages, by the name that a redirect puts into the address. A text
 * alone confirms an action; what has to be read, or asks for something, is a notice.
 */
export type Messages<Of = null> = Readonly<Record<string, string | ((of: Of) => Html | null)>>;

/** Renders the message of a name; null for a name that the table does not have. */
export function renderMessage<Of>(messages: Messages<Of>, name: string, of: Of): Html | null {
  const message = new Map(Object.entries(messages)).get(name);
  if (message === undefined) return null;
  return typeof message === "string" ? renderToast(message) : message(of);
}

export function renderBadge(meaning: Meaning, word: string): Html {
  return html`<span class="badge ${meaning}">${word}</span>`;
}

/** `words` repeat what the bar shows. */
export function renderProgress(words: string, done: number, total: number): Html {
  return html`<div class="progress">
<progress max="${total}" value="${done}" aria-label="${words}"></progress>
<p role="status">${words}</p>
</div>
`;
}
