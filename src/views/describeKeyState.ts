// How a key stands, as a word with its colour and as a sentence's end.
import { type ApiKey, keyState } from "../accounts/account.ts";
import { type Html, html } from "../html/html.ts";
import { writeMoment } from "../html/moment.ts";
import { writeBadge } from "../html/notice.ts";

/** Whether a key can still be replaced: it is good, and nothing replaces it yet. */
export function isReplaceable(key: ApiKey, now: Date): boolean {
  return keyState(key, now) === "active" && key.replacedBy === null;
}

/** The state of a key, with the moment that goes with it. */
export function describeKeyState(key: ApiKey, now: Date): Html {
  const { expiresAt, revokedAt, replacedBy } = key;
  const end = expiresAt === null ? null : writeMoment(expiresAt);
  switch (keyState(key, now)) {
    case "revoked":
      return html`${writeBadge("neutral", "Revoked")} ${revokedAt && writeMoment(revokedAt)}`;
    case "expired":
      return html`${writeBadge("neutral", "Expired")} ${end}`;
    case "replaced":
      return html`${writeBadge("neutral", "Replaced")} ${end}`;
    case "active":
      if (replacedBy !== null) {
        return html`${writeBadge("short", "Being replaced")} until ${end}`;
      }
      return html`${writeBadge("good", "Good")}${end === null ? null : html` until ${end}`}`;
  }
}
