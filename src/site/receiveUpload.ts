// A file that a form sends, taken as a stream while it arrives: never whole in memory.
import type { Readable } from "node:stream";
import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";
import { type Fields, noFields, toFields } from "./fields.ts";

/** A file as it arrives. Its name is what the browser said, without NUL or path. */
export type Upload = {
  readonly name: string;
  readonly bytes: Readable;
  /** Whether more came than may, once the bytes are read: then they are not the whole file. */
  readonly isTruncated: () => boolean;
  /** The fields that stand in the form before the file. */
  readonly fields: Fields;
};

/** How an upload ends: what was made of it, or what kept it from being taken. */
export type UploadOutcome<T> =
  | { readonly outcome: "taken"; readonly result: T }
  | { readonly outcome: "too large"; readonly limitBytes: number }
  | { readonly outcome: "no file"; readonly fields: Fields };

const mostFields = 100;
const mostFieldBytes = 64 * 1024;

/** The parts of a form as they arrive; a form that is broken is a VALIDATION_FAILED. */
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
 * Hands the form's one file to `take`, which must read its bytes to the end or throw. A file
 * beyond `limitBytes` ends early, and what `take` made of it is not told: it must not have changed
 * anything before the end. A form without a chosen file has no file. Throws VALIDATION_FAILED
 * where the form is broken or cut off, PAYLOAD_TOO_LARGE where its fields are too many or too long.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  limitBytes: number,
  take: (upload: Upload) => Promise<T>,
): Promise<UploadOutcome<T>> {
  if (!request.isMultipart()) return { outcome: "no file", fields: noFields };
  // One field more than there may be, so that too many are seen and not left out unsaid.
  const fields = mostFields + 1;
  const limits = { fileSize: limitBytes, files: 1, fields, fieldSize: mostFieldBytes };
  const sent: (readonly [name: string, text: string])[] = [];
  for await (const part of listParts(request, limits)) {
    if (part.type === "field") {
      sent.push([part.fieldname, String(part.value)]);
      const tooMuch = part.valueTruncated || sent.length > mostFields;
      if (tooMuch) throw new Failure("PAYLOAD_TOO_LARGE");
    } else if (part.filename === "") {
      part.file.resume();
    } else {
      const name = part.filename.replaceAll("\0", "");
      const work = take({
        ...{ name, bytes: part.file, fields: toFields(sent) },
        isTruncated: () => part.file.truncated,
      });
      return takeFile(part.file, limitBytes, work);
    }
  }
  return { outcome: "no file", fields: toFields(sent) };
}
