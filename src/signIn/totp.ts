// Authenticator codes (RFC 6238) with the parameters that all apps support: SHA-1, 6 digits, 30
// seconds. Pure; the caller stores the last accepted step, so that a code works once.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Encryption } from "./encryption.ts";

const secretBytes = 20;
const stepMs = 30_000;
const digits = 6;
/** Clocks differ and people type slowly: the previous and the next step are accepted too. */
const driftSteps = 1;
const shape = /^\d{6}$/;

/** A new secret of 160 random bits. */
export function mintTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The code of a step (RFC 4226, 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

/**
 * The step of the code at `now`, or undefined if the code is wrong. Ignores white space. Steps up
 * to `lastStep` are not accepted.
 */
export function findTotpStep(
  secret: Buffer,
  typed: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  const code = typed.replace(/\s/g, "");
  if (!shape.test(code)) return undefined;
  const current = totpStep(now);
  const steps = [0, -driftSteps, driftSteps].map((drift) => current + drift);
  return steps.find(
    (step) =>
      step > (lastStep ?? -1) &&
      timingSafeEqual(Buffer.from(code), Buffer.from(totpCode(secret, step))),
  );
}

/** The secret for typing, in groups of four. */
export function formatTotpSecret(secret: Buffer): string {
  return toBase32(secret).replace(/(.{4})(?=.)/g, "$1 ");
}

/** The address that authenticator apps read from a QR code. */
export function totpAddress(secret: Buffer, site: string, email: string): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(site)}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const bitsEach = 5;

/** Base32 of RFC 4648 without padding; 5 bytes are 8 characters. */
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

export function encryptTotpSecret(encryption: Encryption, secret: Buffer): Buffer {
  return encryption.encrypt("second factor", secret);
}

/** Decrypts the secret of a user. Throws if it is missing or cannot be decrypted. */
export function decryptTotpSecret(
  encryption: Encryption,
  user: { readonly totpSecret: Buffer | null },
): Buffer {
  const secret =
    user.totpSecret === null ? undefined : encryption.decrypt("second factor", user.totpSecret);
  if (secret !== undefined) return secret;
  throw new Error("A second factor cannot be decrypted: it was encrypted with another SECRET_KEY.");
}
