// Texts as a workbook stores them: what XML cannot hold stands there as _x, four digits and _.

/** A stored text as it is shown. */
export function readExcelText(stored: string): string {
  if (!stored.includes("_x")) return stored;
  return stored.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A text as it is stored in XML; control characters, which no cell can show, are dropped. */
export function writeExcelText(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, "")
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "_x000D_");
}
