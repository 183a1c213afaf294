// Texts as a workbook stores them: a character that XML cannot contain is _x, four digits and _.

export function readExcelText(stored: string): string {
  if (!stored.includes("_x")) return stored;
  return stored.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

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
