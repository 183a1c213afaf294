// The texts of a PDF as pdfkit writes them: what a reader that copies from it gets.
import { inflateSync } from "node:zlib";

export type ReadPdf = {
  /** The drawn text of each page, pieces joined by line breaks. */
  readonly pages: readonly string[];
  readonly width: number;
};

type PdfObject = { readonly head: string; readonly stream: string };

function listObjects(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString("latin1");
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const body = match[2] ?? "";
    const [head = "", raw] = body.split("\nstream\n");
    const packed = raw?.slice(0, raw.lastIndexOf("\nendstream"));
    const isPacked = packed !== undefined && head.includes("FlateDecode");
    const stream = isPacked ? inflateSync(Buffer.from(packed, "latin1")).toString("latin1") : "";
    objects.set(Number(match[1]), { head, stream });
  }
  return objects;
}

/** What each glyph of a font stands for, in the order of their numbers. */
function readCharacters(cmap: string): string[] {
  const list = /beginbfrange\s([\s\S]*?)endbfrange/g;
  return [...cmap.matchAll(list)].flatMap((range) =>
    [...(range[1] ?? "").replace(/<\w+> <\w+> \[/g, "").matchAll(/<([0-9a-f ]*)>/g)].map((entry) =>
      Buffer.from((entry[1] ?? "").replaceAll(" ", ""), "hex")
        .swap16()
        .toString("utf16le"),
    ),
  );
}

const reference = (head: string, name: string): number =>
  Number(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(head)?.[1]);

/** Reads what `writeQuotePdf` wrote. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = listObjects(bytes);
  const at = (id: number): PdfObject => objects.get(id) ?? { head: "", stream: "" };
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  const texts = pages.map((page) => {
    const fonts = new Map(
      [...at(reference(page.head, "Resources")).head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = "", id]) => {
          const cmap = at(reference(at(Number(id)).head, "ToUnicode")).stream;
          return [name, readCharacters(cmap)];
        },
      ),
    );
    let characters: string[] = [];
    const pieces: string[] = [];
    const drawn = /\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g;
    for (const [, font, array] of at(reference(page.head, "Contents")).stream.matchAll(drawn)) {
      if (font !== undefined) characters = fonts.get(font) ?? [];
      if (array === undefined) continue;
      const glyphs = [...array.matchAll(/<([0-9a-f]+)>/g)].flatMap(
        ([, hex = ""]) => hex.match(/.{4}/g) ?? [],
      );
      pieces.push(glyphs.map((glyph) => characters[Number.parseInt(glyph, 16)] ?? "?").join(""));
    }
    return pieces.join("\n");
  });
  return { pages: texts, width: Number(/MediaBox \[0 0 ([\d.]+)/.exec(pages[0]?.head ?? "")?.[1]) };
}
