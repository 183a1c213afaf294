// The methods an address of a site takes, for 405 and its Allow header.
import type { DeclaredRoute } from "./siteDoor.ts";

/** Whether a path is one of a template's, as in "/orders/:id". */
function matches(template: string, path: string): boolean {
  const [due, parts] = [template.split("/"), path.split("/")];
  return (
    due.length === parts.length &&
    due.every((part, place) => (part.startsWith(":") ? parts[place] !== "" : part === parts[place]))
  );
}

/** The methods of the declared routes at a path; none where no route has it. */
export function listMethods(
  routes: readonly DeclaredRoute<unknown>[],
  path: string,
): readonly string[] {
  const methods = routes
    .filter((route) => matches(route.path, path))
    .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set(methods)];
}
