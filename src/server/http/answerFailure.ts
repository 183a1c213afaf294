// The only place where an error becomes a response: always the API's error envelope, never the
// framework's.
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { allErrors, Failure } from "../../kit/errors.ts";
import { bodyFault } from "./parseJson.ts";
import { toValidationFailure } from "./validationFailure.ts";

/** The media type of every answer under the API's prefixes. */
export const jsonAnswerType = "application/json; charset=utf-8";

const frameworkFailures: ReadonlyMap<string, () => Failure> = new Map(
  Object.entries({
    FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure("PAYLOAD_TOO_LARGE"),
    FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
      bodyFault("bad_content_type", "The Content-Type must be application/json."),
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
      bodyFault("bad_content_length", "The body is not as long as Content-Length says."),
    FST_ERR_BAD_URL: () => bodyFault("bad_path", "The path of the request is not validly encoded."),
    FST_ERR_MAX_PARAM_LENGTH: () => new Failure("NOT_FOUND"),
    ECONNRESET: () => new Failure("REQUEST_TIMEOUT", { message: "The request was interrupted." }),
  }),
);

/**
 * Converts an error to its public form: INTERNAL_ERROR, with the error as its cause, if it is not
 * a known one.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const known = error as FastifyError;
  if (known.validation !== undefined) return toValidationFailure(known.validation);
  return frameworkFailures.get(known.code)?.() ?? new Failure("INTERNAL_ERROR", { cause: error });
}

export function writeErrorBody(failure: Failure, requestId: string): string {
  return JSON.stringify({
    success: false,
    error: {
      code: failure.code,
      message: failure.message,
      request_id: requestId,
      ...(failure.details === undefined ? {} : { details: failure.details }),
    },
  });
}

export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toFailure(error);
  const { status } = allErrors[failure.code];
  request.outcome.errorCode = failure.code;
  request.outcome.failure = failure;
  if (status >= 500 && failure.cause !== undefined) {
    request.log.error({ request_id: request.id, err: failure.cause }, "request failed");
  }
  if (status === 415) reply.header("accept-encoding", "gzip");
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (failure.retryAfterS !== undefined) reply.header("retry-after", String(failure.retryAfterS));
  return reply
    .code(status)
    .header("content-type", jsonAnswerType)
    .send(writeErrorBody(failure, request.id));
}
