// Decoding in pieces: what is made of one fits in memory, however many bytes arrive together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeText } from "../../src/reading/files/decodeText.ts";

const maxPieceLength = 65_536;
const long = "1,é\n".repeat(maxPieceLength / 2);

for (const [encoding, bytes] of [
  ["UTF-8", Buffer.from(long)],
  ["UTF-8", Buffer.from(long.replaceAll("é", "e"))],
  ["UTF-16LE", Buffer.from(`\ufeff${long}`, "utf16le")],
  ["UTF-16BE", Buffer.from(`\ufeff${long}`, "utf16le").swap16()],
  ["Windows-1252", Buffer.from(long, "latin1")],
] as const) {
  test(`no piece of ${bytes.length} bytes of ${encoding} has more than 64 K characters`, async () => {
    async function* whole() {
      yield bytes;
    }
    const { pieces, traits } = decodeText(whole());
    const decoded = await Array.fromAsync(pieces);
    assert.equal(traits().encoding, encoding);
    assert.equal(decoded.join("").replaceAll("é", "e"), long.replaceAll("é", "e"));
    assert.equal(Math.max(...decoded.map(({ length }) => length)), maxPieceLength);
  });
}
