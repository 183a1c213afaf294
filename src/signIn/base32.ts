// Base32 of RFC 4648 without padding: what people can read aloud and type.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const bitsEach = 5;

/** The bytes as base32; 5 bytes are 8 characters. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= bitsEach) {
      bits -= bitsEach;
      text += alphabet.charAt((held >> bits) & 31);
    }
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (bitsEach - bits)) & 31);
}
