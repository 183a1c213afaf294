// An error as the log has it: where and what, but no value of a row, which a database puts in its
// detail.

type CodedError = Error & { readonly code?: unknown; readonly constraint?: unknown };

/** The loggable part of an error; what is no error is named by its type alone. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, message, stack, cause } = error as CodedError;
  return {
    type: error.name,
    code,
    constraint,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
