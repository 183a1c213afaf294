// A file that a form sends, taken as a stream while it arrives: never whole in memory.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { type Fields, noFields, toFields } from "./fields.ts";

/** A file as it arrives. Its name is what the browser said, without NUL or path. */
export type Upload = {
  readonly name: string;
  readonly bytes: Readable;
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

/**
 * Hands the form's one file to `take`, which must read its bytes to the end or throw. A file
 * beyond `limitBytes` ends early, and what `take` made of it is not told: it must not have changed
 * anything before the end. A form that sends no file has one without a name and bytes.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  limitBytes: number,
  take: (upload: Upload) => Promise<T>,
): Promise<UploadOutcome<T>> {
  if (!request.isMultipart()) return { outcome: "no file", fields: noFields };
  const limits = {
    fileSize: limitBytes,
    files: 1,
    fields: mostFields,
    fieldSize: mostFieldBytes,
  };
  const sent: (readonly [string, string])[] = [];
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") {
      sent.push([part.fieldname, String(part.value)]);
      continue;
    }
    const name = part.filename.replaceAll("\0", "");
    if (name === "") {
      part.file.resume();
      continue;
    }
    const result = await take({ name, bytes: part.file, fields: toFields(sent) });
    if (part.file.truncated) return { outcome: "too large", limitBytes };
    return { outcome: "taken", result };
  }
  return { outcome: "no file", fields: toFields(sent) };
}
