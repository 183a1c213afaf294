// Answers for what never became a request: broken HTTP, headers too large or too slow. Written to
// the socket itself, in the same envelope as everywhere.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { errorCatalogue, Failure } from "../errors.ts";
import { jsonAnswerType, writeErrorBody } from "./answerFailure.ts";

type ClientError = Error & { readonly code?: string };

function toFailure(error: ClientError): Failure {
  switch (error.code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Failure("REQUEST_TIMEOUT");
    case "HPE_HEADER_OVERFLOW":
      return new Failure("HEADERS_TOO_LARGE");
    default:
      return new Failure("VALIDATION_FAILED", { message: "The request is not valid HTTP." });
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Node keeps the answer that a socket is waiting for here. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** The answer still owed to a request that arrived whole before what is broken. */
function findOwedAnswer(socket: AnsweringSocket): ServerResponse | undefined {
  const answer = socket._httpMessage ?? undefined;
  return answer?.req.complete === true && !answer.writableFinished ? answer : undefined;
}

/**
 * Answers a client error on its socket and closes it; a socket that is gone is left alone. A
 * request before it that is still being answered gets its answer, and then the socket closes.
 */
export function answerBrokenRequest(
  error: ClientError,
  socket: Socket,
  log: Logger,
  newRequestId: () => string,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const owed = findOwedAnswer(socket);
  if (owed !== undefined) {
    owed.once("finish", () => socket.end());
    return;
  }
  const failure = toFailure(error);
  const { status } = errorCatalogue[failure.code];
  const requestId = newRequestId();
  const body = writeErrorBody(failure, requestId);
  log.info({ request_id: requestId, status, error_code: failure.code }, "broken request");
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: ${jsonAnswerType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
