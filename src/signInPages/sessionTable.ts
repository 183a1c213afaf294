// Where somebody is signed in, with a button to end each session.

import { renderButton, renderForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import type { ListedSession } from "../signIn/sessionQueries.ts";
import type { SessionId } from "../signIn/signedIn.ts";
import { describeBrowser } from "./describeBrowser.ts";

/**
 * The sessions as a table, of a door that begins at `root`; the one of the page is marked, and
 * ended by signing out.
 */
export function renderSessionTable(
  root: string,
  sessions: readonly ListedSession[],
  own: SessionId,
): Html {
  return renderTable({
    caption: "Where you are signed in",
    columns: [
      { title: "Browser", kind: "words" },
      { title: "Signed in", kind: "words", titled: true },
      { title: "Last used", kind: "words", titled: true },
      { title: "End it", kind: "actions" },
    ],
    rows: sessions.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => {
      const browser = describeBrowser(userAgent);
      const label = `End the session of ${browser}`;
      const end = renderForm({
        action: `${root}/account/sessions/${sessionId}/end`,
        body: renderButton({ text: "End", label }),
      });
      return {
        cells: [
          browser,
          renderMoment(createdAt),
          renderMoment(lastUsedAt),
          sessionId === own ? html`${renderBadge("neutral", "This session")}` : end,
        ],
      };
    }),
  });
}
