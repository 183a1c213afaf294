import type { ApiKey, KeyId } from "../accounts/account.ts";
import { formatCount } from "../html/amount.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderDay, renderMoment } from "../html/moment.ts";
import { type Column, renderTable } from "../html/table.ts";
import { describeKeyState } from "./describeKeyState.ts";

export type KeyTable<Key extends ApiKey> = {
  readonly caption: string;
  readonly keys: readonly Key[];
  readonly now: Date;
  /** The address of a key's page. */
  readonly address: (key: Key) => string;
  /** The account of a key, in lists across accounts. */
  readonly account?: (key: Key) => Content;
  /** Requests per key in 30 days, and the address of their list. */
  readonly calls?: {
    readonly counts: ReadonlyMap<KeyId, number>;
    readonly root: string;
  };
};

/** The keys in the given order. */
export function renderKeyTable<Key extends ApiKey>(table: KeyTable<Key>): Html {
  const { caption, keys, now, address, account, calls } = table;
  const whose: readonly Column[] = account ? [{ title: "Account", kind: "text" }] : [];
  const called: readonly Column[] = calls ? [{ title: "Requests in 30 days", kind: "number" }] : [];
  return renderTable({
    caption,
    columns: [
      { title: "Name", kind: account ? "text" : "prose" },
      ...whose,
      { title: "Ends in", kind: "code" },
      { title: "State", kind: "words" },
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
          key.lastFour,
          describeKeyState(key, now),
          renderDay(key.createdAt),
          key.lastUsedAt === null ? "never" : renderMoment(key.lastUsedAt),
          ...(calls ? [html`<a href="${calls.root}?key=${key.keyId}">${count}</a>`] : []),
        ],
      };
    }),
  });
}
