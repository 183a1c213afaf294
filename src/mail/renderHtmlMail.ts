// The HTML of a mail, made from its text: the same words with the distributor's name, color and
// address. It loads nothing and works without styles.

/** Null means not set. */
export type Letterhead = {
  readonly name: string | null;
  /** As #rrggbb. */
  readonly color: string | null;
  readonly address: string | null;
};

export const unsetLetterhead: Letterhead = { name: null, color: null, address: null };

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => entities.get(mark) ?? mark);
}

/** An address of a page, without the punctuation that follows it in a sentence. */
const pageAddress = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

function renderText(text: string, color: string): string {
  let from = 0;
  const pieces: string[] = [];
  for (const { 0: address, index } of text.matchAll(pageAddress)) {
    pieces.push(escapeText(text.slice(from, index)));
    const href = escapeText(address);
    pieces.push(`<a href="${href}" style="color:${color}">${href}</a>`);
    from = index + address.length;
  }
  return [...pieces, escapeText(text.slice(from))].join("").replaceAll("\n", "<br>\n");
}

/** Indented lines and shell commands keep their spaces and lines. */
function isCode(block: string): boolean {
  return /^(?: {2}|curl |read )/.test(block);
}

const codeStyle =
  "background:#0f172a;color:#dbe4f3;border-radius:8px;padding:12px;overflow:auto;" +
  "font:13px/1.6 ui-monospace,Consolas,monospace;white-space:pre-wrap;word-break:break-all";

type TableRow = { readonly cells: readonly string[]; readonly notes: string[] };

/**
 * The rows of a table: lines of as many cells, at least three, with two spaces or more between
 * them, each with its indented notes. Undefined for any other block: texts of people have no two
 * spaces in a row.
 */
function readTable(block: string): readonly TableRow[] | undefined {
  const rows: TableRow[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("    ")) rows.at(-1)?.notes.push(line.trim());
    else rows.push({ cells: line.trim().split(/ {2,}/), notes: [] });
  }
  const [head] = rows;
  const isTable = head !== undefined && head.cells.length > 2 && rows.length > 1;
  return isTable && rows.every(({ cells }) => cells.length === head.cells.length)
    ? rows
    : undefined;
}

/** Amounts, which start with a digit, are aligned right, with the head above them. */
function renderTable(rows: readonly TableRow[]): string {
  const lines = rows.map(({ cells, notes }, row) => {
    const tag = row === 0 ? "th" : "td";
    const shown = cells.map((cell, place) => {
      const isAmount = place > 0 && /^\d/.test(rows[1]?.cells[place] ?? "");
      const more = place === 0 ? notes.map((note) => `<br>${escapeText(note)}`).join("") : "";
      const small = more === "" ? "" : `<span style="font-size:13px;color:#5f6878">${more}</span>`;
      const style = `padding:6px 8px 6px 0;text-align:${isAmount ? "right" : "left"};vertical-align:top`;
      return `<${tag} style="${style};border-bottom:1px solid #e3e6eb">${escapeText(cell)}${small}</${tag}>`;
    });
    return `<tr>${shown.join("")}</tr>`;
  });
  const style = "width:100%;border-collapse:collapse;margin:0 0 14px;font-size:14px";
  return `<table style="${style}">\n${lines.join("\n")}\n</table>`;
}

function renderBlock(block: string, color: string): string {
  const table = readTable(block);
  if (table !== undefined) return renderTable(table);
  if (isCode(block)) return `<pre style="${codeStyle}">${escapeText(block)}</pre>`;
  return `<p style="margin:0 0 14px">${renderText(block, color)}</p>`;
}

/** `color` has enough contrast on white. */
export function renderHtmlMail(text: string, { name, color, address }: Letterhead): string {
  const brand = color ?? "#1b4fd8";
  const blocks = text.trim().split(/\n{2,}/);
  const shown = escapeText(name ?? "partsdesk");
  const signature = address === null ? "" : `<br>${renderText(address, "#5f6878")}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;background:#f6f7f9;color:#111827;font:15px/1.55 Inter,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 14px;font-weight:600;color:${brand}">${shown}</p>
<div style="background:#ffffff;border:1px solid #e3e6eb;border-radius:10px;padding:24px">
${blocks.map((block) => renderBlock(block, brand)).join("\n")}
</div>
<p style="margin:14px 0 0;font-size:13px;color:#5f6878">${shown}${signature}</p>
</div>
</body>
</html>
`;
}
