// A call that works as pasted into a shell, for mails and pages that bring a key.

/** A text between single quotes of a shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A lookup of one part by curl. `authorization` stands as it is, so that it can be a key in quotes
 * or a variable.
 */
export function formatSampleRequest(call: {
  readonly publicUrl: string;
  readonly prefix: string;
  readonly authorization: string;
  readonly partNumber: string;
}): string {
  const { publicUrl, prefix, authorization, partNumber } = call;
  return `curl -s ${quoteForShell(`${publicUrl}${prefix}/catalog`)} \\
  -H ${authorization} \\
  -H 'Content-Type: application/json' \\
  -d ${quoteForShell(JSON.stringify({ part_numbers: [partNumber] }))}`;
}
