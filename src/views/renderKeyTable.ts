// Keys as both doors list them.
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
  /** Where a key's own page is. */
  readonly address: (key: Key) => string;
  /** Whose a key is, where they are of several accounts. */
  readonly account?: (key: Key) => Content;
  /** How often keys called in 30 days, and the list of those calls. */
  readonly calls?: {
    readonly counts: ReadonlyMap<KeyId, number>;
    readonly root: string;
  };
};

/** The keys in the order they come. */
export function renderKeyTable<Key extends ApiKey>(table: KeyTable<Key>): Html {
  const { caption, keys, now, address, account, calls } = table;
  const whose: readonly Column[] = account ? [{ title: "Account", kind: "text" }] : [];
  const called: readonly Column[] = calls ? [{ title: "Calls in 30 days", kind: "number" }] : [];
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
