// The server that is compared with: node:http alone, which reads the whole request and sends the
// bytes it was given. Run as a program of its own, with those bytes as its first message.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the bare server answers to everything. */
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
