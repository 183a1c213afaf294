// Workbooks for tests, built from XML, so that they can have any fault.
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export type WorkbookParts = {
  /** The rows of the sheet, as XML. */
  readonly rows?: string;
  readonly strings?: readonly string[];
  /** Inside of the style sheet. */
  readonly styles?: string;
  /** Inside of the workbook, instead of one visible sheet. */
  readonly workbook?: string;
  /** More parts, and replacements of the usual ones; null omits one. */
  readonly parts?: Readonly<Record<string, string | Buffer | null>>;
};

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relate(...targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], place) =>
      `<Relationship Id="rId${place + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships ${relations}>${all.join("")}</Relationships>`;
}

/** A zip archive of texts or bytes. */
export function zipOf(parts: Readonly<Record<string, string | Buffer | null>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    if (part !== null) zip.addBuffer(Buffer.from(part), name, { mtime: new Date(0) });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** A workbook; its second sheet is missing unless `workbook` says otherwise. */
export function workbookOf(parts: WorkbookParts): Promise<Buffer> {
  const { rows = "", strings = [], styles = "", parts: more = {} } = parts;
  const workbook =
    parts.workbook ?? '<sheets><sheet name="Parts" sheetId="1" r:id="rId1"/></sheets>';
  const shared = strings.map((text) => `<si>${text}</si>`).join("");
  const sheet = `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;
  return zipOf({
    "_rels/.rels": relate(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `${head}<workbook ${main} xmlns:r="${office}">${workbook}</workbook>`,
    "xl/_rels/workbook.xml.rels": relate(
      ["worksheet", "worksheets/sheet1.xml"],
      ["worksheet", "/xl/worksheets/sheet2.xml"],
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ),
    "xl/sharedStrings.xml": `${head}<sst ${main}>${shared}</sst>`,
    "xl/styles.xml": `${head}<styleSheet ${main}>${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `${head}${sheet}`,
    ...more,
  });
}

/** A row of texts as XML, without references. */
export function rowOf(...texts: readonly string[]): string {
  const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  return `<row>${cells.join("")}</row>`;
}
