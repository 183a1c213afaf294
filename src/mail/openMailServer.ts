// The mail server of SMTP_URL. Invariant: no text from people becomes a header, an address or a
// file, except the distributor's name, and no mail takes longer than its limit.
import { createTransport } from "nodemailer";
import { type Letterhead, renderHtmlMail } from "./renderHtmlMail.ts";

export type MailServerSettings = {
  readonly smtpUrl: string;
  readonly from: string;
  readonly replyTo: string;
  /** The distributor as mails show it. */
  readonly readLetterhead: () => Promise<Letterhead>;
};

/** `messageId` has no angle brackets. */
type OutgoingMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly now: Date;
};

export type MailServer = {
  /** Resolves when the server has accepted the mail; rejects with the failure. */
  deliver(mail: OutgoingMail): Promise<void>;
  verify(): Promise<void>;
  /** As host:port. */
  readonly place: string;
  messageIdOf(mailId: string): string;
  close(): void;
};

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;
/** Limits the time of one mail, however slowly the server responds. */
const deliverWithinMs = 120_000;
const maxConnections = 3;

/** Connects when there is something to send. */
export function openMailServer(settings: MailServerSettings): MailServer {
  const { smtpUrl, from, replyTo, readLetterhead } = settings;
  const address = readMailAddress(smtpUrl);
  const transport = createTransport({
    ...address,
    pool: true,
    maxConnections: maxConnections,
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
      const letterhead = await readLetterhead();
      await transport.sendMail({
        from: { name: letterhead.name ?? "", address: from },
        replyTo: { name: "", address: replyTo },
        to: { name: "", address: to },
        subject,
        text,
        html: renderHtmlMail(text, letterhead),
        // Lines stay as they are, however long, so that commands can be pasted.
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

/** Certificates are always verified. */
export type MailAddress = {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly secure: boolean;
  /** Never encrypts. */
  readonly ignoreTLS: boolean;
  /** Requires encryption. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
};

function isThisMachine(host: string): boolean {
  return host === "localhost" || /^127\./.test(host) || host === "[::1]";
}

/**
 * Reads a mail server address that the configuration has validated. smtps: is encrypted from the
 * start, port 465. smtp: is encrypted as soon as the server offers it, port 587, and requires
 * encryption if there is a password.
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
