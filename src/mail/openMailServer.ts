// The mail server of SMTP_URL. Invariant: nobody's text becomes a header, an address or a file, and
// no mail takes longer than its limit.
import { createTransport } from "nodemailer";

/** How mail leaves: `from` is whom it is from, `replyTo` who reads the answers. */
export type MailServerSettings = {
  readonly smtpUrl: string;
  readonly from: string;
  readonly replyTo: string;
};

/** A mail as it goes out. `messageId` stands between < and >. */
export type OutgoingMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly now: Date;
};

export type MailServer = {
  /** Resolves once the server has taken the mail over; rejects with what went wrong. */
  deliver(mail: OutgoingMail): Promise<void>;
  /** Connects, greets and signs in; rejects with what went wrong. */
  verify(): Promise<void>;
  /** Where the server is, as host:port. */
  readonly place: string;
  /** The id by which a mail is known to all servers on its way. */
  messageIdOf(mailId: string): string;
  close(): void;
};

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;
/** One mail takes no longer, however slowly the server speaks. */
const deliverWithinMs = 120_000;
const mostConnections = 3;

/** Opens the mail server of an address; connects when there is something to send. */
export function openMailServer({ smtpUrl, from, replyTo }: MailServerSettings): MailServer {
  const address = readMailAddress(smtpUrl);
  const transport = createTransport({
    ...address,
    pool: true,
    maxConnections: mostConnections,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    place: `${address.host}:${address.port}`,
    messageIdOf: (mailId) => `${mailId}@${from.slice(from.lastIndexOf("@") + 1)}`,
    async deliver({ to, subject, text, messageId, now }) {
      await transport.sendMail({
        from: { name: "", address: from },
        replyTo: { name: "", address: replyTo },
        to: { name: "", address: to },
        subject,
        text,
        // What is pasted from the mail has its lines as they were written, however long.
        textEncoding: "quoted-printable",
        messageId: `<${messageId}>`,
        date: now,
        headers: { "Auto-Submitted": "auto-generated" },
        signal: AbortSignal.timeout(deliverWithinMs),
      });
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** How a mail server is reached. Certificates are always checked. */
export type MailAddress = {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte on. */
  readonly secure: boolean;
  /** Encryption is not even begun. */
  readonly ignoreTLS: boolean;
  /** Without encryption nothing is sent. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
};

function isThisMachine(host: string): boolean {
  return host === "localhost" || /^127\./.test(host) || host === "[::1]";
}

/**
 * Reads an address that the configuration took: smtps: is encrypted from the start, port 465; smtp:
 * as soon as the server offers it, port 587, and with a password not before.
 */
export function readMailAddress(smtpUrl: string): MailAddress {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === "smtps:";
  const local = isThisMachine(hostname);
  const user = decodeURIComponent(username);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    ignoreTLS: !secure && local,
    requireTLS: !secure && !local && user !== "",
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
  };
}
