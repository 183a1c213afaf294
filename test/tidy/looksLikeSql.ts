// Distinguishes SQL from prose. A statement must start and continue like one: "Select a part from
// the list" starts like SQL and continues like a sentence.

const name = String.raw`(?:"\w+"|\$0|(?!(?:the|a|an|this|that|your|our|its|all|any)\b)[\w.]+)`;
const alias = String.raw`(?:(?:as\s+)?\w+\s+)?`;
const object = "(?:table|index|view|schema|type|function|trigger|extension|sequence)";
const made = String.raw`(?:(?:unlogged|temp|temporary|unique|or\s+replace)\s+)*${object}`;

/** How each statement continues after its first word. */
const statements: Readonly<Record<string, readonly string[]>> = {
  select: [
    String.raw`(?:distinct|case\s+when|(?:not\s+)?exists)\b`,
    String.raw`(?:\*|\w+\.\*|\d+|'[^']*'|\$[1-9]\d*)\s*(?:$|[,;:]|as\b|from\b)`,
    String.raw`[\w.]+\(`,
    String.raw`${name}(?:::\w+)?\s*(?:,|=|as\s+\w+|from\s+${name})`,
  ],
  insert: [String.raw`into\s+${name}\s*${alias}(?:$|\(|select\b|values\b|default\b)`],
  update: [String.raw`(?:only\s+)?${name}\s+${alias}set\s+\S+\s*=`],
  delete: [String.raw`from\s+(?:only\s+)?${name}\s*${alias}(?:$|;|where\b|using\b|returning\b)`],
  with: [
    String.raw`(?:recursive\s+)?${name}\s*(?:\([^)]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(`,
  ],
  copy: [
    String.raw`\(`,
    String.raw`${name}\s*(?:\([^)]*\)\s*)?(?:from|to)\s+(?:stdin|stdout|program|')`,
  ],
  lock: [String.raw`table\s+${name}`, String.raw`${name}\s+in\s+[\w\s]+\s+mode`],
  truncate: [
    String.raw`(?:table\s+)?${name}(?:\s*,\s*${name})*\s*(?:restart\s+identity|cascade|;|$)`,
  ],
  merge: [String.raw`into\s+${name}\s+${alias}using\b`],
  create: [String.raw`${made}\s+(?:if\s+not\s+exists\s+)?${name}\s*(?:\(|as\b|on\b|using\b)`],
  alter: [String.raw`${made}\s+(?:if\s+exists\s+)?${name}\s+(?:add|drop|rename|alter|set)\b`],
  drop: [String.raw`${made}\s+(?:if\s+exists\s+)?${name}\s*(?:$|;|,|cascade\b)`],
};

const beginnings = Object.entries(statements).flatMap(([word, rests]) =>
  rests.map((rest) => new RegExp(String.raw`^\s*${word}\s+${rest}`, "i")),
);

/** A statement on a channel is so short that only its case distinguishes it from a button label. */
const channels = ["listen", "unlisten", "notify"].flatMap((word) =>
  [word, word.toUpperCase()].map(
    (verb) => new RegExp(String.raw`^\s*${verb}\s+(?:"\w+"|\$0|\w+)\s*(?:,.*)?;?\s*$`, "s"),
  ),
);

/** Whether a text is a statement of SQL, with interpolated values written as `$0`. */
export function looksLikeSql(text: string): boolean {
  return [...beginnings, ...channels].some((beginning) => beginning.test(text));
}
