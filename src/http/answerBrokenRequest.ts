// Answers bytes that never became a request (broken HTTP, headers too large or too slow) on the
// socket itself, with the usual error envelope.
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

/** Where Node stores the current response of a socket. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Finds the unfinished response to a complete request that arrived before the broken one. */
function findPendingResponse(socket: AnsweringSocket): ServerResponse | undefined {
  const answer = socket._httpMessage ?? undefined;
  return answer?.req.complete === true && !answer.writableFinished ? answer : undefined;
}

/**
 * Answers a client error and closes its socket. If an earlier request on the socket is still being
 * answered, the socket closes after that answer instead.
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
  const pending = findPendingResponse(socket);
  if (pending !== undefined) {
    // Nothing more is read: bytes that keep arriving would make an unread answer look active.
    socket.pause();
    pending.once("finish", () => socket.end());
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
