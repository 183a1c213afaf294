// The server for comparison: node:http reads the whole request and sends fixed bytes. Runs as a
// separate process that receives these bytes as its first message.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The response to every request. */
export type BareServerAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

process.once("message", ({ status, headers, body }: BareServerAnswer) => {
  const bytes = Buffer.from(body);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const sent = Buffer.concat(chunks);
      response.writeHead(sent.length > 0 ? status : 400, headers).end(bytes);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
