const lineLength = 76;

function renderFlat(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(renderFlat).join(", ")}]`;
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${renderFlat(one)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** JSON for people: indented by two; an object or array that fits into a line stays in one. */
export function writeJson(value: unknown, indent = ""): string {
  const flat = renderFlat(value);
  if (typeof value !== "object" || value === null) return flat;
  if (indent.length + flat.length <= lineLength) return flat;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([key, one]) => {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    return `${inner}${name}${writeJson(one, inner)}`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
