import type { Readable } from "node:stream";
import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";
import { type Fields, noFields, toFields } from "./fields.ts";

/** A file while it arrives. Its name is the browser's, without NUL and path. */
export type Upload = {
  readonly name: string;
  readonly bytes: Readable;
  /** Whether the file was larger than allowed, known once its bytes are read. */
  readonly isTruncated: () => boolean;
  /** The fields that precede the file in the form. */
  readonly fields: Fields;
};

export type UploadOutcome<T> =
  | { readonly outcome: "taken"; readonly result: T }
  | { readonly outcome: "too large"; readonly limitBytes: number }
  | { readonly outcome: "no file"; readonly fields: Fields };

const maxFields = 100;
const maxFieldBytes = 64 * 1024;

/** The parts of a form while they arrive. Throws VALIDATION_FAILED if the form is broken. */
async function* listParts(request: FastifyRequest, limits: object): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits });
  } catch (cause) {
    throw new Failure("VALIDATION_FAILED", { cause });
  }
}

async function takeFile<T>(
  file: MultipartFile["file"],
  limitBytes: number,
  work: Promise<T>,
): Promise<UploadOutcome<T>> {
  try {
    const result = await work;
    if (!file.truncated) return { outcome: "taken", result };
  } catch (error) {
    if (file.errored !== null) throw new Failure("VALIDATION_FAILED", { cause: error });
    if (!file.truncated) throw error;
  }
  return { outcome: "too large", limitBytes };
}

/**
 * Passes the form's file to `take`, which must read its bytes to the end or throw. A file larger
 * than `limitBytes` is cut off and the result of `take` is dropped, so `take` must not change
 * anything before the end. Throws VALIDATION_FAILED if the form is broken or cut off,
 * PAYLOAD_TOO_LARGE if its fields are too many or too long.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  limitBytes: number,
  take: (upload: Upload) => Promise<T>,
): Promise<UploadOutcome<T>> {
  if (!request.isMultipart()) return { outcome: "no file", fields: noFields };
  // One field more than allowed, so that too many fields are noticed.
  const fields = maxFields + 1;
  const limits = { fileSize: limitBytes, files: 1, fields, fieldSize: maxFieldBytes };
  const sent: (readonly [name: string, text: string])[] = [];
  for await (const part of listParts(request, limits)) {
    if (part.type === "field") {
      sent.push([part.fieldname, String(part.value)]);
      const tooMuch = part.valueTruncated || sent.length > maxFields;
      if (tooMuch) throw new Failure("PAYLOAD_TOO_LARGE");
    } else if (!part.filename) {
      // "" or, although its type does not say so, undefined.
      part.file.resume();
    } else {
      const name = part.filename.replaceAll("\0", "");
      const work = take({
        name,
        bytes: part.file,
        fields: toFields(sent),
        isTruncated: () => part.file.truncated,
      });
      return takeFile(part.file, limitBytes, work);
    }
  }
  return { outcome: "no file", fields: toFields(sent) };
}
