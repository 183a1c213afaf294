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
