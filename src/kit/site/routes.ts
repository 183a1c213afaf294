// Routes as data: a site is a table with one line per route. Invariant: a route without a rule of
// access cannot be written, and a handler runs only when everything its path names was found.
import { type Answer, notFound, type Visit } from "./visit.ts";

/** Loads what the path of a request names. `undefined` is answered with 404. */
export type Load<Context, Who, Loaded> = (
  context: Context,
  visit: Visit<Who>,
) => Promise<Loaded | undefined>;

export type Handler<Context, Who, Loaded> = (
  context: Context,
  visit: Visit<Who>,
  loaded: Loaded,
) => Promise<Answer>;

/** The largest form of many fields in bytes. */
export const largeFormBytes = 256 * 1024;
/** The largest form that is kept for visitors who were signed out. */
export const maxKeptFormBytes = 2 * 1024 * 1024;

type RouteOptions = {
  /**
   * The largest form in bytes, if it differs from the default of `registerSite`. One above
   * `maxKeptFormBytes` is not kept for visitors who were signed out.
   */
  readonly maxBodyBytes?: number;
};

/** A route of a site. GET also answers HEAD and changes nothing. */
export type Route<Context, Who, Access> = RouteOptions & {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Who may use it; "anyone" includes visitors who are not signed in. */
  readonly access: Access | "anyone";
  readonly answer: (context: Context, visit: Visit<Who | null>) => Promise<Answer>;
};

type BuildRoute<Context, Who, Access> = {
  <Loaded>(
    path: string,
    access: "anyone",
    load: Load<Context, Who | null, Loaded>,
    handler: Handler<Context, Who | null, Loaded>,
    options?: RouteOptions,
  ): Route<Context, Who, Access>;
  <Loaded>(
    path: string,
    access: Access,
    load: Load<Context, Who, Loaded>,
    handler: Handler<Context, Who, Loaded>,
    options?: RouteOptions,
  ): Route<Context, Who, Access>;
};

/** For routes whose path names nothing. */
export async function none(): Promise<null> {
  return null;
}

function requireSignedIn<Who>(visit: Visit<Who | null>): Visit<Who> {
  const { signedIn } = visit;
  if (signedIn === null) throw new Error("The visitor was admitted without being signed in.");
  return { ...visit, signedIn };
}

function createBuild<Context, Who, Access>(
  method: "GET" | "POST",
): BuildRoute<Context, Who, Access> {
  return <Loaded>(
    path: string,
    access: Access | "anyone",
    load: Load<Context, Who, Loaded>,
    handler: Handler<Context, Who, Loaded>,
    options: RouteOptions = {},
  ) => ({
    ...options,
    method,
    path,
    access,
    async answer(context: Context, visit: Visit<Who | null>): Promise<Answer> {
      const admitted = access === "anyone" ? (visit as Visit<Who>) : requireSignedIn(visit);
      const loaded = await load(context, admitted);
      return loaded === undefined ? notFound : handler(context, admitted, loaded);
    },
  });
}

export function createRouteBuilders<Context, Who, Access>() {
  return {
    get: createBuild<Context, Who, Access>("GET"),
    post: createBuild<Context, Who, Access>("POST"),
  };
}

type Mount<Context, Who, Access, InnerContext, InnerWho> = {
  /** Precedes every path: "" or a path without a slash at its end. */
  readonly prefix: string;
  readonly access: Access;
  readonly toContext: (context: Context) => InnerContext;
  readonly toWho: (visit: Visit<Who>) => InnerWho;
};

export function mountRoutes<Context, Who, Access, InnerContext, InnerWho>(
  routes: readonly Route<InnerContext, InnerWho, unknown>[],
  mount: Mount<Context, Who, Access, InnerContext, InnerWho>,
): readonly Route<Context, Who, Access>[] {
  function toInner(visit: Visit<Who | null>): Visit<InnerWho | null> {
    const signedIn = visit.signedIn === null ? null : mount.toWho(requireSignedIn(visit));
    return { ...visit, signedIn };
  }
  return routes.map(({ method, path, access, answer }) => ({
    method,
    path: `${mount.prefix}${path}`,
    access: access === "anyone" ? "anyone" : mount.access,
    answer: (context, visit) => answer(mount.toContext(context), toInner(visit)),
  }));
}

/** Whether a path matches a template such as "/orders/:id". */
function matches(template: string, path: string): boolean {
  const [due, parts] = [template.split("/"), path.split("/")];
  return (
    due.length === parts.length &&
    due.every((part, place) => (part.startsWith(":") ? parts[place] !== "" : part === parts[place]))
  );
}

/** The methods of the routes at a path, for the Allow header; empty if no route matches. */
export function listMethods(
  routes: readonly { readonly method: string; readonly path: string }[],
  path: string,
): readonly string[] {
  const methods = routes
    .filter((route) => matches(route.path, path))
    .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set(methods)];
}
