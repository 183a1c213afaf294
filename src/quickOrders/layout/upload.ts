// What a buyer sent: a pasted text or a file. It is stored beside the list, so that its columns can
// be chosen, and chosen again until a row was changed.
import { UnreadableFile } from "../../files/fileRecord.ts";

export type ListUpload =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly bytes: Uint8Array };

/** One of the first records of an upload. `sheet` is absent unless a workbook has several. */
export type HeadRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly sheet?: string;
};

/** A person has to choose the columns; the message says why. */
export class UnclearColumns extends UnreadableFile {
  constructor(message: string) {
    super(message);
    this.name = "UnclearColumns";
  }
}
