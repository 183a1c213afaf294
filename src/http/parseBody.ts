// Parses the JSON body of a request in a turn of the event loop (decision 278): a request that
// started before its body arrived, or was decompressed, takes a turn again.
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";
import { hadBodyAtStart, type RequestQueue } from "./connections/requestQueue.ts";
import { decodeBody } from "./decodeBody.ts";
import { parseJson } from "./parseJson.ts";

const disconnected = "The client disconnected before the request was started.";

type BodyParserOptions = {
  readonly clock: () => Date;
  readonly requestQueue: RequestQueue;
  /** Maximum size of a body, in bytes. */
  readonly bodyLimit: number;
};

/**
 * Creates the parser of JSON bodies. It waits only for compressed ones, and for those that arrive
 * when others have taken the turn.
 */
export function createBodyParser({ clock, requestQueue, bodyLimit }: BodyParserOptions) {
  async function parseInTurn(
    raw: IncomingMessage,
    turn: Promise<void> | undefined,
    body: Buffer,
  ): Promise<unknown> {
    await turn;
    if (raw.socket.destroyed) throw new Failure("UNAVAILABLE", { message: disconnected });
    return parseJson(body);
  }

  async function decodeAndParse(
    raw: IncomingMessage,
    encoding: string,
    body: Buffer,
  ): Promise<unknown> {
    const decoded = await decodeBody(encoding, body, bodyLimit);
    return parseInTurn(raw, requestQueue.takeTurn(raw, decoded.length), decoded);
  }

  return (
    request: FastifyRequest,
    body: Buffer,
    done: (error: Error | null, body?: unknown) => void,
  ): Promise<unknown> | undefined => {
    const { headers, raw } = request;
    const encoding = headers["content-encoding"];
    const hadBody = hadBodyAtStart(raw);
    if (!hadBody) request.receivedAt = clock();
    if (encoding !== undefined) return decodeAndParse(raw, encoding, body);
    const turn = hadBody ? undefined : requestQueue.takeTurn(raw, body.length);
    if (turn !== undefined) return parseInTurn(raw, turn, body);
    done(null, parseJson(body));
    return undefined;
  };
}
