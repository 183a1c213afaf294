// What SMTP_URL says of the mail server. Invariant: a password never travels unencrypted, but to
// this very machine.

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
