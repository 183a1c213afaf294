import { type Content, type Html, html } from "./html.ts";
import { renderMoment } from "./moment.ts";

export type TimelineEvent = {
  readonly at: Date;
  readonly title: Content;
  readonly note?: Content;
};

export function renderTimeline(events: readonly TimelineEvent[]): Html {
  const points = events.map(
    ({ at, title, note }) => html`<li>
<p>${title}</p>
<p class="quiet">${renderMoment(at)}${note === undefined ? null : html` · ${note}`}</p>
</li>
`,
  );
  return html`<ol class="timeline">
${points}</ol>
`;
}
