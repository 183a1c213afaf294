import { posix } from "node:path";
import { UnreadableFile } from "./fileRecord.ts";
import { readWholeXml } from "./readXml.ts";
import type { ZipParts } from "./zipParts.ts";

const maxPartBytes = 16 * 1024 ** 2;

/** A visible sheet with cells; `part` is its place in the archive. */
type XlsxSheetPart = { readonly name: string; readonly part: string };

/** The visible sheets of a workbook and what they refer to; missing parts are null. */
type XlsxWorkbook = {
  readonly sheets: readonly [XlsxSheetPart, ...XlsxSheetPart[]];
  /** The names of hidden sheets. */
  readonly hidden: readonly string[];
  readonly strings: string | null;
  readonly styles: string | null;
  readonly is1904: boolean;
};

type Relation = { readonly id: string; readonly type: string; readonly target: string };
type Sheet = { readonly name: string; readonly id: string; readonly isVisible: boolean };

async function readRelations(parts: ZipParts, source: string): Promise<Relation[]> {
  const folder = posix.dirname(source);
  const relations: Relation[] = [];
  const path = posix.join(folder, "_rels", `${posix.basename(source)}.rels`);
  await readWholeXml(parts.read(path, maxPartBytes), {
    open(name, { Id: id, Type: type = "", Target: target }) {
      if (name !== "Relationship" || id === undefined || target === undefined) return;
      const place = posix.resolve("/", folder, target).slice(1);
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: place });
    },
  });
  return relations;
}

async function readSheets(parts: ZipParts, path: string): Promise<[Sheet[], boolean]> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readWholeXml(parts.read(path, maxPartBytes), {
    open(name, { name: sheetName = "", id = "", state = "visible", date1904 = "" }) {
      if (name === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
      if (name === "sheet") sheets.push({ name: sheetName, id, isVisible: state === "visible" });
    },
  });
  return [sheets, is1904];
}

async function findWorkbook(parts: ZipParts): Promise<string> {
  if (parts.has("content.xml")) {
    throw new UnreadableFile(
      "The file is an OpenDocument spreadsheet (.ods). Open it in a spreadsheet program, choose " +
        "Save As, select Excel Workbook (.xlsx), and upload that.",
    );
  }
  const roots = parts.has("_rels/.rels") ? await readRelations(parts, "") : [];
  const path = roots.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (parts.has(path) && !/\.bin$|^(?:word|ppt)\//.test(path)) return path;
  throw new UnreadableFile(
    "The archive contains no readable workbook. Save it as .xlsx or CSV, or unpack it and " +
      "import the file that is in it.",
  );
}

/** Finds what can be read. Throws `UnreadableFile` if there is no visible sheet. */
export async function findXlsxSheets(parts: ZipParts): Promise<XlsxWorkbook> {
  const path = await findWorkbook(parts);
  const relations = await readRelations(parts, path);
  const [sheets, is1904] = await readSheets(parts, path);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const shown = sheets.flatMap(({ name, id, isVisible }) => {
    const { type, target = "" } = byId.get(id) ?? {};
    const isRead = isVisible && type === "worksheet" && parts.has(target);
    return isRead ? [{ name, part: target }] : [];
  });
  const [first, ...others] = shown;
  if (first === undefined) {
    throw new UnreadableFile("The workbook has no visible sheet with cells.");
  }
  const partOf = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target;
    return target !== undefined && parts.has(target) ? target : null;
  };
  const strings = partOf("sharedStrings");
  const hidden = sheets.flatMap(({ name, isVisible }) => (isVisible ? [] : [name]));
  return { sheets: [first, ...others], hidden, strings, styles: partOf("styles"), is1904 };
}
