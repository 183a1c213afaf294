import { type ApiKey, keyState } from "../accounts/account.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderBadge } from "../html/notice.ts";

/** Whether a key can be replaced: it is active and has no successor yet. */
export function isReplaceable(key: ApiKey, now: Date): boolean {
  return keyState(key, now) === "active" && key.replacedBy === null;
}

/** The state of a key with its time. */
export function describeKeyState(key: ApiKey, now: Date): Html {
  const { expiresAt, revokedAt, replacedBy } = key;
  const end = expiresAt === null ? null : renderMoment(expiresAt);
  switch (keyState(key, now)) {
    case "revoked":
      return html`${renderBadge("neutral", "Revoked")} ${revokedAt && renderMoment(revokedAt)}`;
    case "expired":
      return html`${renderBadge("neutral", "Expired")} ${end}`;
    case "replaced":
      return html`${renderBadge("neutral", "Replaced")} ${end}`;
    case "active":
      if (replacedBy !== null) {
        return html`${renderBadge("short", "Being replaced")} until ${end}`;
      }
      return html`${renderBadge("good", "Active")}${end === null ? null : html` until ${end}`}`;
  }
}
