// JSON for people to read: what fits in a line stands in one.

const lineLength = 76;

/** A value as JSON, indented by two; objects and arrays that fit are not broken. */
export function writeJson(value: unknown, indent = ""): string {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null) return flat;
  if (indent.length + flat.length <= lineLength) return flat.replace(/^\[ (.*) \]$/, "[$1]");
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(([key, one]) => {
    const name = isList ? "" : `${JSON.stringify(key)}: `;
    return `${inner}${name}${writeJson(one, inner)}`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
