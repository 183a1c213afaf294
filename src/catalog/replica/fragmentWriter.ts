// Writes the index of fragments: which offers have each group of three characters in their bare
// number. Invariant: a number is deleted exactly as it was inserted, because the index does not
// store it.
import type { DatabaseSync } from "node:sqlite";

export type FragmentWriter = {
  /** Inserts the numbers of all offers into a new file. */
  insertAll(): void;
  /** Collects the bare number that an offer had, and the one that it has; null if none. */
  collect(offerId: number, old: string | null, current: string | null): void;
  /** Writes what was collected. */
  write(): void;
  discard(): void;
};

type NumberChange = Readonly<Record<"offerId", number> & Record<"old" | "current", string | null>>;

const groupLength = 3;

/** The groups of a bare number, each once. */
export function listFragments(bareNumber: string): string[] {
  const letters = Array.from(bareNumber);
  const groups = letters
    .slice(groupLength - 1)
    .map((_, at) => letters.slice(at, at + groupLength).join(""));
  return [...new Set(groups)];
}

export function createFragmentWriter(file: DatabaseSync): FragmentWriter {
  const insert = file.prepare("insert into fragments (rowid, number) values (?, ?)");
  const remove = file.prepare(
    "insert into fragments (fragments, rowid, number) values ('delete', ?, ?)",
  );
  const changes: NumberChange[] = [];
  return {
    insertAll() {
      file.exec(`insert into fragments (rowid, number)
        select offer_id, part_number_bare from offers order by offer_id`);
    },
    collect(offerId, old, current) {
      if (old !== current) changes.push({ offerId, old, current });
    },
    write() {
      // Each step back in the order of ids would begin a new segment of the index.
      changes.sort((one, other) => one.offerId - other.offerId);
      for (const { offerId, old, current } of changes) {
        if (old !== null) remove.run(offerId, old);
        if (current !== null) insert.run(offerId, current);
      }
      changes.length = 0;
    },
    discard() {
      changes.length = 0;
    },
  };
}
