import { type Content, type Html, html } from "./html.ts";
import { renderMoment } from "./moment.ts";

export type TimelineEvent = {
  readonly at: Date;
  readonly title: Content;
  readonly note?: Content;
};

/** The events in the order given, oldest or newest first; the newest is highlighted. */
export function renderTimeline(events: readonly TimelineEvent[]): Html {
  const [first, last] = [events[0], events.at(-1)];
  const newest = first && last && first.at > last.at ? first : last;
  const points = events.map((event) => {
    const { at, title, note } = event;
    return html`<li${event === newest && html` class="newest"`}>
<p>${title}</p>
<p class="quiet">${renderMoment(at)}${note === undefined ? null : html` · ${note}`}</p>
</li>
`;
  });
  return html`<ol class="timeline">
${points}</ol>
`;
}
