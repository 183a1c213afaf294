// What reads an uploaded list in a process of its own.
import type { AccountId } from "../accounts/account.ts";
import type { Database } from "../db/database.ts";
import type { RefusedFile } from "../imports/runner.ts";
import { createList } from "./createList.ts";
import { chooseColumns } from "./layout/chooseColumns.ts";
import { readLine } from "./layout/includeLine.ts";

export const listReaders = { createList, chooseColumns, readLine } as const;

type ListReaders = typeof listReaders;

/** The reader of a list, and what it is given besides the database. */
export type ListWork = {
  [Name in keyof ListReaders]: {
    readonly kind: Name;
    readonly given: ListReaders[Name] extends (db: Database, ...given: infer Given) => unknown
      ? Readonly<Given>
      : never;
  };
}[keyof ListReaders];

export type ListResult<Work extends ListWork> = Awaited<ReturnType<ListReaders[Work["kind"]]>>;

export type ListReader = {
  /**
   * Reads a list of an account. Throws RATE_LIMITED if this node goes on reading another one of the
   * account, or as many as it may.
   */
  readList<Work extends ListWork>(
    accountId: AccountId,
    work: Work,
  ): Promise<RefusedFile | ListResult<Work>>;
};
