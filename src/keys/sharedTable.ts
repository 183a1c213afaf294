import { type ApiKey, type KeyId, keyState } from "../accounts/account.ts";
import { formatCount } from "../kit/html/amount.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDayAt } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { type Column, renderTable } from "../kit/html/table.ts";
import { texts } from "../kit/site/sharedTexts.ts";

type KeyTable<Key extends ApiKey> = {
  readonly caption: string;
  readonly keys: readonly Key[];
  readonly now: Date;
  readonly address: (key: Key) => string;
  readonly account?: (key: Key) => Content;
  /** The account is suspended, so none of its keys works. */
  readonly isSuspended?: boolean;
  /** Requests per key in 30 days, and the address of their list. */
  readonly calls?: {
    readonly counts: ReadonlyMap<KeyId, number>;
    readonly root: string;
  };
};

export function renderKeyTable<Key extends ApiKey>(table: KeyTable<Key>): Html {
  const { caption, keys, now, address, account, calls, isSuspended = false } = table;
  const whose: readonly Column[] = account ? [{ title: "Account", kind: "text" }] : [];
  const called: readonly Column[] = calls ? [{ title: "Requests in 30 days", kind: "number" }] : [];
  return renderTable({
    caption,
    columns: [
      { title: "Name", kind: account ? "text" : "prose" },
      ...whose,
      { title: "Ends in", kind: "words" },
      { title: "State", kind: "words", corner: true },
      { title: "Created", kind: "number" },
      { title: "Last used", kind: "number" },
      ...called,
    ],
    rows: keys.map((key) => {
      const count = formatCount(calls?.counts.get(key.keyId) ?? 0);
      return {
        cells: [
          html`<a href="${address(key)}">${key.name}</a>`,
          ...(account ? [account(key)] : []),
          html`<code>${key.lastFour}</code>`,
          isSuspended && keyState(key, now) === "active"
            ? renderBadge("short", "Suspended")
            : describeKeyState(key, now),
          renderDayAt(key.createdAt),
          key.lastUsedAt === null ? "Never" : renderAge(key.lastUsedAt),
          ...(calls ? [html`<a href="${calls.root}?key=${key.keyId}">${count}</a>`] : []),
        ],
      };
    }),
  });
}

/** A key of an account, or of the operator API. */
type AnyKey = Pick<ApiKey, "expiresAt" | "revokedAt"> & { readonly replacedBy: string | null };

/** Whether a key can be replaced: it is active and has no successor yet. */
export function isReplaceable(key: AnyKey, now: Date): boolean {
  return keyState(key, now) === "active" && key.replacedBy === null;
}

const dayMs = 86_400_000;
/** The time before its end at which a key is marked. */
const soonMs = 14 * dayMs;

/** Whether a key that has no replacement ends soon. */
export function expiresSoon(key: AnyKey, now: Date): boolean {
  const { expiresAt } = key;
  return (
    isReplaceable(key, now) && expiresAt !== null && expiresAt.getTime() - now.getTime() < soonMs
  );
}

export function describeKeyState(key: AnyKey, now: Date): Html {
  const { expiresAt, revokedAt, replacedBy } = key;
  const ended = (word: string) => renderBadge("neutral", word);
  const active = renderBadge("good", "Active");
  const end = expiresAt === null ? null : renderDayAt(expiresAt);
  switch (keyState(key, now)) {
    case "revoked":
      return html`${ended("Revoked")} ${revokedAt && renderDayAt(revokedAt)}`;
    case "expired":
      return html`${ended("Expired")} ${end}`;
    case "replaced":
      return html`${ended("Replaced")} ${end}`;
    case "active":
      if (replacedBy !== null) {
        return texts.keys.activeUntil(renderBadge("short", "Being replaced"), end);
      }
      if (expiresAt !== null && expiresSoon(key, now)) {
        const days = Math.floor((expiresAt.getTime() - now.getTime()) / dayMs);
        return html`${renderBadge("short", texts.keys.expires(days))} ${end}`;
      }
      return end === null ? active : texts.keys.activeUntil(active, end);
  }
}
