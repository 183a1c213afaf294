// Which styles of a workbook show a number as a day.
import { readWholeXml } from "./readXml.ts";

const maxStyles = 100_000;

function isBuiltInDay(format: number): boolean {
  return (
    (format >= 14 && format <= 22) ||
    (format >= 27 && format <= 36) ||
    (format >= 45 && format <= 47) ||
    (format >= 50 && format <= 58)
  );
}

/** Whether a format shows parts of a day or a time, quoted texts and colours aside. */
function isDayFormat(code: string): boolean {
  const bare = code
    .replace(/"[^"]*"|\\.|[_*]./g, "")
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "")
    .replace(/general/gi, "");
  return /[ymdhs]/i.test(bare.split(";")[0] ?? "");
}

/** For each style of a cell, by its number, whether it shows a day. */
export async function readXlsxStyles(bytes: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const dayFormats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCellStyle = false;
  await readWholeXml(bytes, {
    open(name, attributes) {
      const format = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt" && dayFormats.size < maxStyles) {
        dayFormats.set(format, isDayFormat((attributes["formatCode"] ?? "").slice(0, 1000)));
      }
      if (name === "cellXfs") isCellStyle = true;
      if (name !== "xf" || !isCellStyle || styles.length >= maxStyles) return;
      styles.push(dayFormats.get(format) ?? isBuiltInDay(format));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}
