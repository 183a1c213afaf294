import { formatDay } from "../day.ts";
import { type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import type { EntryOutcome } from "../requests/apiRequest.ts";
import type { LoggedRequest } from "../requests/queries.ts";

/** A time to the second, because requests follow each other closely. */
export function renderRequestMoment(at: Date): Html {
  const time = at.toISOString().slice(11, 19);
  return html`<time datetime="${at.toISOString()}">${formatDay(at)}, ${time} UTC</time>`;
}

/** The HTTP status with its error code. */
export function renderRequestResult({ status, errorCode }: LoggedRequest): Html {
  const meaning: Meaning = status < 400 ? "good" : status < 500 ? "short" : "fault";
  const code = errorCode && html` <code>${errorCode}</code>`;
  return html`${renderBadge(meaning, String(status))}${code}`;
}

const outcomeWords: Readonly<Record<EntryOutcome, readonly [Meaning, string]>> = {
  f: ["good", "Found"],
  o: ["short", "Out of stock"],
  s: ["short", "Not enough stock"],
  n: ["neutral", "Not found"],
};

/** The result of an entry; null if the lookup was not answered. */
export function renderOutcome(letter: string | undefined): Html | null {
  if (letter === undefined) return null;
  return renderBadge(...outcomeWords[letter as EntryOutcome]);
}

/** A summary such as "50 entries, 3 not available". */
export function describeRequest({ partNumbers, partNames, outcomes }: LoggedRequest): string {
  const asked = partNumbers.length + partNames.length;
  if (asked === 0) return "";
  const missed = [...(outcomes ?? "")].filter((letter) => letter !== "f").length;
  const entries = asked === 1 ? "1 entry" : `${asked} entries`;
  return missed === 0 ? entries : `${entries}, ${missed} not available`;
}

/** A short name such as "POST catalog". */
export function describeCall({ method, route }: LoggedRequest): string {
  return `${method} ${route.replace(/^.*\/b2b\//, "").replace("/:order_id", "/…")}`;
}
