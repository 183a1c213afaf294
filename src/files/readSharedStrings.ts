// The texts that the cells of a workbook share, which must be in memory as a whole: bounded.
import { readExcelText } from "./excelText.ts";
import { UnreadableFile } from "./fileRecord.ts";
import { readWholeXml } from "./readXml.ts";

const maxMemoryBytes = 150_000_000;
/** What a text takes beside its characters, about. */
const bytesPerText = 24;

/** The shared texts by their number, without how they are pronounced. */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  let taken = 0;
  let text = "";
  let isText = false;
  let isPronunciation = false;
  await readWholeXml(bytes, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPronunciation = true;
      isText = name === "t" && !isPronunciation;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isPronunciation = false;
      if (name !== "si") return;
      taken += bytesPerText + text.length * 2;
      if (taken > maxMemoryBytes) {
        throw new UnreadableFile("The workbook has too many texts. Save it as CSV.");
      }
      // A copy, for a text that is put together keeps its pieces.
      texts.push(Buffer.from(readExcelText(text), "utf16le").toString("utf16le"));
    },
  });
  return texts;
}
