// A real mail server in the test's process; it stores what it accepts and refuses what `options`
// say.
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw message. */
  readonly source: string;
  /** By lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** The text, decoded. */
  readonly text: string;
  /** The same as HTML. */
  readonly html: string;
};

export type MailServerForTest = {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Resolves with the next mail. */
  next(): Promise<ReceivedMail>;
  /** Closes every connection immediately, without a reply. */
  cut(): void;
  close(): Promise<void>;
};

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The bodies of the parts of a message, the plain text first. */
function splitParts(contentType: string, body: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1];
  if (boundary === undefined) return [body];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, ""));
}

function readMail(from: string, to: readonly string[], source: string): ReceivedMail {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const [plain = "", html = ""] = splitParts(
    headers.get("content-type") ?? "",
    source.slice(end + 4),
  );
  const decode = (part: string) => decodeQuotedPrintable(part).replaceAll("\r\n", "\n");
  return { from, to, source, headers, text: decode(plain), html: decode(html) };
}

/** Starts a server on a free port of this machine, or on the one given. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServerForTest> {
  const received: ReceivedMail[] = [];
  let waiting = Promise.withResolvers<ReceivedMail>();
  const server = new SMTPServer({
    authOptional: true,
    // Idle connections would delay the end of a test.
    closeTimeout: 1,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        const mail = readMail(from, to, Buffer.concat(chunks).toString("utf8"));
        received.push(mail);
        done();
        waiting.resolve(mail);
        waiting = Promise.withResolvers();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const found = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${found}`,
    port: found,
    received,
    next: () => waiting.promise,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
