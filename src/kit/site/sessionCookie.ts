// The cookie of a session token: only for this host, not readable by script, not sent with forms
// from other sites.
import { type CookieSerializeOptions, fastifyCookie } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether browsers store `Secure` cookies: over https and on localhost. */
function isTrustworthy(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || loopback.test(hostname);
}

export type SessionCookie = { readonly name: string; readonly options: CookieSerializeOptions };

/**
 * The session cookie of a site. Over plain http browsers refuse `__Host-` cookies, so there it
 * has a plain name. The database decides when a session ends; `maxAge` is in seconds.
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

export function readCookie(
  { headers }: FastifyRequest,
  { name }: Pick<SessionCookie, "name">,
): string | undefined {
  return new Map(Object.entries(fastifyCookie.parse(headers.cookie ?? ""))).get(name);
}
