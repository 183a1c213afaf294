import { renderButton, renderForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderAge, renderMoment } from "../html/moment.ts";
import { renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import type { ListedSession } from "../signIn/sessionQueries.ts";
import type { SessionId } from "../signIn/signedIn.ts";

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
      { title: "Action", kind: "actions" },
    ],
    rows: sessions.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => {
      const browser = describeBrowser(userAgent);
      const label = `End session of ${browser}`;
      const end = renderForm({
        action: `${root}/account/sessions/${sessionId}/end`,
        body: renderButton({ text: "End session", label }),
      });
      return {
        cells: [
          browser,
          renderMoment(createdAt),
          renderAge(lastUsedAt),
          sessionId === own ? html`${renderBadge("neutral", "This session")}` : end,
        ],
      };
    }),
  });
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chromium)\//, "Chromium"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const longest = 30;

function nameBy(names: typeof browsers, text: string): string | undefined {
  return names.find(([shape]) => shape.test(text))?.[1];
}

/** What names itself and is no browser, as "curl/8.5" does, by that name. */
function nameFirst(userAgent: string): string {
  const name = /^[^\s/;(]+/.exec(userAgent)?.[0] ?? "";
  return name === "" || name === "Mozilla"
    ? "Unknown browser"
    : [...name].slice(0, longest).join("");
}

/** "Chrome on Windows"; never the whole text, which nobody reads. */
export function describeBrowser(userAgent: string): string {
  const browser = nameBy(browsers, userAgent) ?? nameFirst(userAgent);
  const system = nameBy(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
