// Dismissing something that failed: it is no longer a task, and nothing else about it changes.
import { Type } from "typebox";
import type { Transaction } from "../db/database.ts";
import type { ConsoleAccess } from "./access.ts";
import { type Action, action } from "./action.ts";
import type { Context, Noun, Surface } from "./declared.ts";

/** What can be dismissed, such as an e-mail that was not delivered. */
type Dismissible<Row> = {
  readonly of: Noun<Row>;
  /** With its article: "an e-mail". */
  readonly what: string;
  readonly who: ConsoleAccess;
  readonly surfaces?: readonly Surface[];
  /** Whether it is a task, and nobody dismissed it. */
  readonly isOpen: (row: Row) => boolean;
  readonly mark: (tx: Transaction, row: Row, now: Date) => Promise<void>;
};

export function dismissal<Row extends { readonly state: string }>({
  of,
  what,
  who,
  surfaces = ["page"],
  isOpen,
  mark,
}: Dismissible<Row>): Action<Context, Row> {
  return action({
    name: `${of.name} dismiss`,
    of,
    who,
    surfaces,
    input: Type.Object({}),
    isOffered: isOpen,
    async run(tx, row, _input, { now }) {
      if (!isOpen(row)) return "changed";
      await mark(tx, row, now);
      return "dismissed";
    },
    audit: ({ state }) => ({ action: `dismissed ${what}`, before: { state } }),
    words: {
      about: `dismiss ${what}, so that it is no longer a task`,
      button: () => "Dismiss",
      done: { dismissed: "Dismissed. It is no longer listed as a task." },
      refused: { changed: "It was dismissed, or is no longer a task. Nothing changed." },
    },
  });
}
