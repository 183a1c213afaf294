// A file that an operator sent to be imported: what it is of, how it begins, what is told of it.
import type { RunKind } from "../imports/importRun.ts";

declare const fileIdBrand: unique symbol;

/** The id of a file that was sent, as a UUID of version 7. */
export type FileId = string & { readonly [fileIdBrand]: true };

/** Whose rows a file has, and how far its import goes; an agreement is never replaced whole. */
export type FileSubject = {
  readonly kind: RunKind;
  readonly mode: "merge" | "replace";
  /** The vendor of every row; null where the file says it, or is an agreement. */
  readonly vendor: string | null;
  /** Whose agreement it is; null for what is none. */
  readonly accountId: string | null;
};

/** Whether files of the same kind come again: a vendor's, or an account's. */
export function hasSubject({ vendor, accountId }: FileSubject): boolean {
  return vendor !== null || accountId !== null;
}

export type HeadRecord = { readonly line: number; readonly cells: readonly string[] };

/** A file as it is kept. `head` is null until it was looked at, or where it cannot be read. */
export type ImportFile = FileSubject & {
  readonly fileId: FileId;
  readonly accountName: string | null;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly sha256: Buffer;
  readonly sentBy: string;
  readonly sentAt: Date;
  readonly head: readonly HeadRecord[] | null;
  readonly unreadable: string | null;
  /** As `describeMapping` writes it; empty where nothing is told. */
  readonly mapping: string;
  readonly version: number;
};

/** How long a file waits to be imported, in milliseconds. */
export const fileLifeMs = 86_400_000;
/** How long the refused rows of a run can be had, in milliseconds. */
export const refusedLifeMs = 7 * 86_400_000;
