// The places of secrets in a mail's text: {{name}}.

const placeholder = /\{\{([a-zA-Z]+)\}\}/g;

/** The names for which a text has a place. */
export function listPlaceholders(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name));
}

/**
 * The text with each secret in its place. It is read once, so a secret that looks like a place
 * stays as it is, and so does a place without a secret.
 */
export function fillSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(secrets, name) ? (secrets[name] ?? whole) : whole,
  );
}
