// The servers for comparison: node:http reads the whole request, and sends fixed bytes, or joins
// what the service would read for it. Runs as a separate process that receives its task as its
// first message, and returns its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openBareLookup } from "./bareLookup.ts";

/** A response of the service. */
export type BareServerAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The response to repeat; its body is read from a replica instead if `replicaFolder` is set. */
export type BareServerTask = {
  readonly answer: BareServerAnswer;
  readonly replicaFolder: string | null;
};

process.once("message", ({ answer, replicaFolder }: BareServerTask) => {
  const { status, headers, body } = answer;
  const bytes = Buffer.from(body);
  const write = replicaFolder === null ? () => bytes : openBareLookup(replicaFolder);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const sent = Buffer.concat(chunks);
      const content = write(sent);
      const length = { "content-length": Buffer.byteLength(content) };
      response.writeHead(sent.length > 0 ? status : 400, { ...headers, ...length }).end(content);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
