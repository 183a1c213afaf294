// The cookie that holds a session's token: for this host alone, out of reach of script, and not
// sent with what another site posts (decision 86).
import { type CookieSerializeOptions, fastifyCookie } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Where a browser keeps what is `Secure`: over https, and on the machine itself. */
function isTrustworthy(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || loopback.test(hostname);
}

export type SessionCookie = { readonly name: string; readonly options: CookieSerializeOptions };

/**
 * The cookie of a site, whose name no other site of the host has. Over plain http a browser keeps
 * no `__Host-` cookie, so there it has a plain name. It lasts as long as the session, whose end the
 * database knows; `maxAge` is in seconds.
 */
export function describeSessionCookie(
  publicUrl: string,
  name: string,
  maxAge: number = 30 * 86_400,
): SessionCookie {
  const secure = isTrustworthy(publicUrl);
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge },
  };
}

/** What a request brings in a cookie. */
export function readCookie(
  { headers }: FastifyRequest,
  { name }: SessionCookie,
): string | undefined {
  return fastifyCookie.parse(headers.cookie ?? "")[name];
}
