import { formatCount } from "./amount.ts";
import { type Html, html } from "./html.ts";

export type Tab = {
  readonly href: string;
  readonly text: string;
  /** Undefined if unknown. */
  readonly count?: number;
  readonly current: boolean;
};

/** Tabs are links. `label` is for screen readers. */
export function renderTabs(label: string, tabs: readonly Tab[]): Html {
  const links = tabs.map(({ href, text, count, current }) => {
    const here = current ? html` aria-current="page"` : null;
    const many =
      count === undefined ? null : html` <span class="quiet">${formatCount(count)}</span>`;
    return html`<a href="${href}"${here}>${text}${many}</a>\n`;
  });
  return html`<nav class="tabs" aria-label="${label}">
${links}</nav>
`;
}
