import { isUtf8 } from "node:buffer";
import type { ValidationCode } from "../../kit/contract/errorAnswer.ts";
import { Failure } from "../../kit/errors.ts";

/** Parses a body. Throws VALIDATION_FAILED if it is not UTF-8 or not JSON. */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw bodyFault("bad_utf8", "The body is not valid UTF-8.");
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (error) {
    const reason = (error as SyntaxError).message.replace(/, "[\s\S]*$/, "");
    throw bodyFault("bad_json", `The body is not valid JSON: ${reason}.`);
  }
}

export function bodyFault(code: ValidationCode, message: string): Failure {
  return new Failure("VALIDATION_FAILED", { message, details: [{ path: "", code, message }] });
}
