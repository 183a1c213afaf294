// Codes of an authenticator app (RFC 6238): SHA-1, 6 digits, 30 seconds, as all apps have them.
// Pure; that a code is good only once is kept by the step of the last one accepted.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Encryption } from "./encryption.ts";

const secretBytes = 20;
const stepMs = 30_000;
const digits = 6;
/** Clocks differ and people type slowly: the step before and the one after count too. */
const driftSteps = 1;
const shape = /^\d{6}$/;

/** A new secret: 160 random bits. */
export function mintTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The time step of a moment. */
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
 * The step whose code was typed at `now`, or undefined where it is none. White space in the code
 * does not count. Steps up to `lastStep` are spent.
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

/** The secret as people type it, in groups of four. */
export function formatTotpSecret(secret: Buffer): string {
  return toBase32(secret).replace(/(.{4})(?=.)/g, "$1 ");
}

/** The address an authenticator app reads from a QR code. */
export function totpAddress(secret: Buffer, site: string, email: string): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(site)}`;
}

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

/** A secret, sealed to be stored. */
export function encryptTotpSecret(seal: Encryption, secret: Buffer): Buffer {
  return seal.close("second factor", secret);
}

/** The secret of a user; one that is missing or does not open is a fault of the service. */
export function decryptTotpSecret(
  seal: Encryption,
  user: { readonly totpSecret: Buffer | null },
): Buffer {
  const secret = user.totpSecret === null ? undefined : seal.open("second factor", user.totpSecret);
  if (secret !== undefined) return secret;
  throw new Error("A second factor does not open: SECRET_KEY is not the one that sealed it.");
}
