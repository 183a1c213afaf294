// Where somebody is signed in, with a button to end each session.
import type { ListedSession } from "../accounts/sessionQueries.ts";
import type { SessionId } from "../accounts/signedIn.ts";
import { writeButton, writeForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { writeMoment } from "../html/moment.ts";
import { writeBadge } from "../html/notice.ts";
import { writeTable } from "../html/table.ts";
import { describeBrowser } from "./describeBrowser.ts";

/**
 * The sessions as a table, of a door that begins at `root`; the one of the page is marked, and
 * ended by signing out.
 */
export function writeSessionTable(
  root: string,
  sessions: readonly ListedSession[],
  own: SessionId,
): Html {
  return writeTable({
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
      const end = writeForm({
        action: `${root}/account/sessions/${sessionId}/end`,
        body: writeButton({ text: "End", label }),
      });
      return {
        cells: [
          browser,
          writeMoment(createdAt),
          writeMoment(lastUsedAt),
          sessionId === own ? html`${writeBadge("neutral", "This session")}` : end,
        ],
      };
    }),
  });
}
