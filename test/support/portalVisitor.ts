// A visitor of the portal without a browser: stores cookies and follows redirects on request.
import type { FastifyInstance, LightMyRequestResponse } from "fastify";

export type PortalVisitor = {
  /** Opens an address. */
  get(url: string): Promise<LightMyRequestResponse>;
  /** Sends a form as a page of the site would. */
  post(
    url: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
  /** The current cookies by name. */
  readonly cookies: Map<string, string>;
};

/** A visitor who has not been here before. */
export function createVisitor(
  server: FastifyInstance,
  remoteAddress = "192.0.2.10",
): PortalVisitor {
  const cookies = new Map<string, string>();

  function storeCookies(answer: LightMyRequestResponse): LightMyRequestResponse {
    for (const { name, value, expires } of answer.cookies) {
      if (value === "" || (expires !== undefined && expires.getTime() <= 0)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  return {
    cookies,
    get: async (url) =>
      storeCookies(
        await server.inject({ url, cookies: Object.fromEntries(cookies), remoteAddress }),
      ),
    post: async (url, fields = {}, headers = {}) =>
      storeCookies(
        await server.inject({
          method: "POST",
          url,
          cookies: Object.fromEntries(cookies),
          remoteAddress,
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            "sec-fetch-site": "same-origin",
            ...headers,
          },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),
  };
}

let clients = 0;

/** A new visitor, each from an address of their own. */
export function visit(server: FastifyInstance): PortalVisitor {
  clients += 1;
  return createVisitor(server, `192.0.2.${clients}`);
}

/** Sends the form of the sign-in page. */
export function signIn(
  visitor: PortalVisitor,
  user: { readonly email: string },
  password: string,
  next = "/",
): Promise<LightMyRequestResponse> {
  return visitor.post("/sign-in", { email: user.email, password, next });
}

/** The e-mail address as which a visitor is signed in. */
export async function findSignedInEmail(visitor: PortalVisitor): Promise<string> {
  const page = await visitor.get("/account");
  return page.statusCode === 200
    ? (/<dd>([^<]*@[^<]*)<\/dd>/.exec(page.body)?.[1] ?? "")
    : "nobody";
}

/** The title of a page. */
export function titleOf({ body }: LightMyRequestResponse): string {
  return /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? "";
}
