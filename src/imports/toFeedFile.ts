// An opened file of records as imports take it.
import type { OpenedRecords } from "../files/openRecords.ts";
import type { FeedFile } from "./feedFile.ts";

/** The file; `bytes` is its length where the records' own source does not know it. */
export function toFeedFile(opened: OpenedRecords, bytes: number | null = null): FeedFile {
  const { batches, progress, traits, sha256 } = opened;
  return {
    batches,
    portionRead: () => {
      const { read, total } = progress();
      const length = total ?? bytes;
      return length === null || length === 0 ? null : Math.min(1, read / length);
    },
    endsWithLineBreak: () => traits().endsWithLineBreak ?? true,
    identity: () => {
      const digest = sha256();
      const { read } = progress();
      return digest === undefined ? null : { bytes: read, sha256: Buffer.from(digest, "hex") };
    },
  };
}
