// Statements sent in one go on one connection.

/**
 * Waits for all and returns their results, or throws the failure of the first that failed: those
 * behind it in a transaction fail too, only because it did, and which of them is told first is
 * chance.
 */
export async function sendTogether<Statements extends readonly Promise<unknown>[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Place in keyof Statements]: Awaited<Statements[Place]> }> {
  await Promise.allSettled(statements);
  for (const statement of statements) await statement;
  return Promise.all(statements) as never;
}
