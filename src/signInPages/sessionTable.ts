import { renderButton, renderForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderAge, renderMoment } from "../html/moment.ts";
import { renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import type { ListedSession } from "../signIn/sessionQueries.ts";
import type { SessionId } from "../signIn/signedIn.ts";
import { texts } from "./texts.ts";

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
    caption: texts.sessions.caption,
    columns: [
      { title: texts.sessions.browser, kind: "words" },
      { title: texts.sessions.signedIn, kind: "words", titled: true },
      { title: texts.sessions.lastUsed, kind: "words", titled: true },
      { title: texts.sessions.action, kind: "actions" },
    ],
    rows: sessions.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => {
      const browser = describeBrowser(userAgent);
      const label = texts.sessions.endOf(browser);
      const end = renderForm({
        action: `${root}/account/sessions/${sessionId}/end`,
        body: renderButton({ text: texts.sessions.end, label }),
      });
      return {
        cells: [
          browser,
          renderMoment(createdAt),
          renderAge(lastUsedAt),
          sessionId === own ? html`${renderBadge("neutral", texts.sessions.current)}` : end,
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
    ? texts.sessions.unknownBrowser
    : [...name].slice(0, longest).join("");
}

/** "Chrome on Windows"; never the whole text, which nobody reads. */
export function describeBrowser(userAgent: string): string {
  const browser = nameBy(browsers, userAgent) ?? nameFirst(userAgent);
  const system = nameBy(systems, userAgent);
  return system === undefined ? browser : texts.sessions.browserOn(browser, system);
}
