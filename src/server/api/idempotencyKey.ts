// The header that makes it safe to repeat a request.
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { idempotencyKeyPattern, limits } from "../../kit/contract/limits.ts";
import { Failure } from "../../kit/errors.ts";
import { countHeader } from "../http/countHeader.ts";

export function describeIdempotencyKey(example: string) {
  return Type.Object({
    "Idempotency-Key": Type.Optional(
      Type.String({
        description:
          "Your identifier for this attempt, such as the purchase order number with the date. A " +
          "retry with the same key never creates a second one.",
        minLength: 1,
        maxLength: limits.idempotencyKeyLength,
        pattern: idempotencyKeyPattern,
        examples: [example],
      }),
    ),
  });
}

const keyShape = new RegExp(idempotencyKeyPattern);

/** Returns null if no Idempotency-Key was sent. Throws VALIDATION_FAILED for an invalid one. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const count = countHeader(request.raw, "idempotency-key");
  if (count === 0) return null;
  const key = String(request.headers["idempotency-key"] ?? "");
  if (count > 1 || key.length > limits.idempotencyKeyLength || !keyShape.test(key)) {
    const message =
      "Idempotency-Key must be one header of 1 to " +
      `${limits.idempotencyKeyLength} printable ASCII characters.`;
    const path = "Idempotency-Key";
    throw new Failure("VALIDATION_FAILED", {
      message,
      details: [{ path, code: "bad_idempotency_key", message }],
    });
  }
  return key;
}

/** `list` is the address at which to see what was written. */
export function describeUnknown(idempotencyKey: string | null, list: string): string {
  const remedy =
    idempotencyKey === null
      ? `Check GET ${list} before you repeat it.`
      : "Repeat the request with the same Idempotency-Key.";
  return `The outcome is unknown. ${remedy}`;
}
