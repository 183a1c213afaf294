import { type ApiKey, type KeyId, keyState } from "../accounts/account.ts";
import { formatCount } from "../html/amount.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderDay, renderMoment } from "../html/moment.ts";
import { renderBadge } from "../html/notice.ts";
import { type Column, renderTable } from "../html/table.ts";
import { renderPickHead } from "./selection.ts";

export type KeyTable<Key extends ApiKey> = {
  readonly caption: string;
  readonly keys: readonly Key[];
  readonly now: Date;
  readonly address: (key: Key) => string;
  readonly account?: (key: Key) => Content;
  /** The box that selects a key; none for one that cannot be selected. */
  readonly pickOf?: (key: Key) => Content;
  /** Requests per key in 30 days, and the address of their list. */
  readonly calls?: {
    readonly counts: ReadonlyMap<KeyId, number>;
    readonly root: string;
  };
};

export function renderKeyTable<Key extends ApiKey>(table: KeyTable<Key>): Html {
  const { caption, keys, now, address, account, pickOf, calls } = table;
  const whose: readonly Column[] = account ? [{ title: "Account", kind: "text" }] : [];
  const called: readonly Column[] = calls ? [{ title: "Requests in 30 days", kind: "number" }] : [];
  return renderTable({
    caption,
    ...(pickOf && { pickHead: renderPickHead() }),
    columns: [
      { title: "Name", kind: account ? "text" : "prose" },
      ...whose,
      { title: "Ends in", kind: "code" },
      { title: "State", kind: "words", corner: true },
      { title: "Created", kind: "number" },
      { title: "Last used", kind: "number" },
      ...called,
    ],
    rows: keys.map((key) => {
      const count = formatCount(calls?.counts.get(key.keyId) ?? 0);
      return {
        pick: pickOf?.(key),
        cells: [
          html`<a href="${address(key)}">${key.name}</a>`,
          ...(account ? [account(key)] : []),
          key.lastFour,
          describeKeyState(key, now),
          renderDay(key.createdAt),
          key.lastUsedAt === null ? "Never" : renderMoment(key.lastUsedAt),
          ...(calls ? [html`<a href="${calls.root}?key=${key.keyId}">${count}</a>`] : []),
        ],
      };
    }),
  });
}

/** Whether a key can be replaced: it is active and has no successor yet. */
export function isReplaceable(key: ApiKey, now: Date): boolean {
  return keyState(key, now) === "active" && key.replacedBy === null;
}

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
