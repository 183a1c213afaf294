// Reads XML as events, piece by piece. Invariant: nothing but the document's own bytes is read, no
// entity is defined, and the length of a text or tag and the depth of elements are bounded.
import { SaxesParser } from "saxes";
import { decodeText } from "./decodeText.ts";
import { UnreadableFile } from "./fileRecord.ts";

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** Names have no prefix. */
export type XmlEvents = {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

/** In characters, from one tag to the next. */
const maxLength = 1_000_000;
/** A workbook has about ten. */
const maxDepth = 100;
const damaged = "The workbook is damaged: its XML cannot be read. Save it again.";

function localName(name: string): string {
  const place = name.indexOf(":");
  return place === -1 ? name : name.slice(place + 1);
}

function localAttributes(attributes: Readonly<Record<string, string>>): XmlAttributes {
  let hasPrefix = false;
  for (const name in attributes) hasPrefix ||= name.includes(":");
  // Cells have no prefixes, and copying the attributes of each would cost more than reading it.
  if (!hasPrefix) return attributes;
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, value]) => [localName(name), value]));
}

/**
 * Reads a document to its end; yields after each piece, so that the caller can pass on what the
 * events produced. Throws `UnreadableFile` if it is not XML, and what the events throw.
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  events: XmlEvents,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  let lengthSinceTag = 0;
  let depth = 0;
  parser.on("error", (error) => {
    throw new UnreadableFile(damaged, { cause: error });
  });
  parser.on("doctype", () => {
    throw new UnreadableFile(
      "The workbook contains a document type declaration, which no spreadsheet writes.",
    );
  });
  parser.on("opentag", ({ name, attributes }) => {
    lengthSinceTag = 0;
    depth += 1;
    if (depth > maxDepth) throw new UnreadableFile(damaged);
    events.open(localName(name), localAttributes(attributes));
  });
  parser.on("closetag", ({ name }) => {
    lengthSinceTag = 0;
    depth -= 1;
    events.close?.(localName(name));
  });
  const { text } = events;
  if (text !== undefined) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const piece of decodeText(bytes).pieces) {
    lengthSinceTag += piece.length;
    parser.write(piece);
    if (lengthSinceTag > maxLength) throw new UnreadableFile("A cell is too long.");
    yield;
  }
  parser.close();
}

/** As `readXml`, for a document that is read as a whole. */
export async function readWholeXml(
  bytes: AsyncIterable<Uint8Array>,
  events: XmlEvents,
): Promise<void> {
  for await (const _ of readXml(bytes, events));
}
