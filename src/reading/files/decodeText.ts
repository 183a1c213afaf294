// Decodes bytes in any encoding. Invariant: no byte is skipped: invalid ones become U+FFFD, which
// the reader of a row refuses.
import { isAscii } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { peekBytes, readAhead } from "./peekBytes.ts";

export type TextEncoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "Windows-1252";

/** Known once the text has been read. */
export type TextTraits = {
  readonly encoding: TextEncoding;
  /** If not, the last line may be cut off. */
  readonly endsWithLineBreak: boolean;
};

type DecodedText = {
  readonly pieces: AsyncIterable<string>;
  readonly traits: () => TextTraits;
};

/** From the first byte that is not ASCII, in bytes. */
const lookAhead = 1 << 20;
/** Enough to recognize UTF-16, in bytes. */
const headLength = 4096;

/** In characters. What is made of a piece, a thousand cells per row for example, fits in memory. */
const maxPieceLength = 1 << 16;

function* cutPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += maxPieceLength) {
    yield text.slice(start, start + maxPieceLength);
  }
}

type Decoder = { write(bytes: Uint8Array): string; end(): string };

function createDecoder(encoding: TextEncoding): Decoder {
  if (encoding === "UTF-8") return new StringDecoder("utf8");
  const decoder = new TextDecoder(encoding.toLowerCase(), { ignoreBOM: true });
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

/** How many zero bytes are at even and at odd places. */
function countZeros(bytes: Uint8Array): [even: number, odd: number] {
  let even = 0;
  let odd = 0;
  for (let place = 0; place + 1 < bytes.length; place += 2) {
    if (bytes[place] === 0) even += 1;
    if (bytes[place + 1] === 0) odd += 1;
  }
  return [even, odd];
}

/**
 * UTF-16 by its byte order mark, or by zeros in at least two of five characters, all on one side;
 * null for anything else. `head` is the start of the file.
 */
function detectUtf16(head: Uint8Array): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "UTF-16LE";
  if (head[0] === 0xfe && head[1] === 0xff) return "UTF-16BE";
  const [even, odd] = countZeros(head);
  const many = Math.max(2, Math.floor(head.length / 2) * 0.4);
  if (even === 0 && odd >= many) return "UTF-16LE";
  return odd === 0 && even >= many ? "UTF-16BE" : null;
}

/** The length of the UTF-8 sequence at `place`; 0 if it is invalid, NaN if it is cut off. */
function sequenceLength(bytes: Uint8Array, place: number): number {
  const first = bytes[place] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (let offset = 1; offset < length; offset += 1) {
    const next = bytes[place + offset];
    if (next === undefined) return Number.NaN;
    if (next < 0x80 || next > 0xbf) return 0;
  }
  return length;
}

/**
 * Windows-1252 if no byte beyond ASCII is valid UTF-8. A text with both is read as UTF-8, so that
 * the other bytes are refused and not misread.
 */
function detectEightBit(bytes: Uint8Array): TextEncoding {
  let hasInvalid = false;
  let place = 0;
  while (place < bytes.length) {
    const length = sequenceLength(bytes, place);
    if (length > 1) return "UTF-8";
    if (Number.isNaN(length)) break;
    if (length === 0) hasInvalid = true;
    place += 1;
  }
  return hasInvalid ? "Windows-1252" : "UTF-8";
}

/**
 * Decodes UTF-8, UTF-16 or Windows-1252, without a byte order mark. The encoding is detected from
 * the first bytes beyond ASCII and the megabyte after them.
 */
export function decodeText(input: AsyncIterable<Uint8Array>): DecodedText {
  let encoding: TextEncoding = "UTF-8";
  let last = "";

  async function* decode(): AsyncGenerator<string> {
    const { head, bytes } = await peekBytes(input, headLength);
    const wide = detectUtf16(head.subarray(0, headLength));
    let decoder = wide === null ? undefined : createDecoder(wide);
    encoding = wide ?? encoding;
    let isFirst = true;
    function toShown(text: string): string {
      last = text.at(-1) ?? last;
      const shown = isFirst && text.startsWith("\ufeff") ? text.slice(1) : text;
      isFirst &&= text === "";
      return shown;
    }
    for (;;) {
      const piece = await bytes.next();
      if (piece.done === true) break;
      let next = piece.value;
      if (decoder === undefined && !isAscii(next)) {
        next = await readAhead(bytes, lookAhead, next);
        encoding = detectEightBit(next);
        decoder = createDecoder(encoding);
      }
      const text =
        decoder?.write(next) ??
        Buffer.from(next.buffer, next.byteOffset, next.length).toString("latin1");
      yield* cutPieces(toShown(text));
    }
    yield* cutPieces(toShown(decoder?.end() ?? ""));
  }

  const traits = () => ({ encoding, endsWithLineBreak: last === "\n" || last === "\r" });
  return { pieces: decode(), traits };
}
