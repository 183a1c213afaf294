// The shapes of settings: what a text may be, and the value that it means.

/** `read` returns undefined for an invalid value. */
export type Setting<T> = {
  readonly fallback: T;
  readonly expected: string;
  readonly read: (text: string) => T | undefined;
};

export const maxDays = 36_500;

export function integer(fallback: number, min: number, max: number): Setting<number> {
  return {
    fallback,
    expected: `an integer from ${min} to ${max}`,
    read: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** Days that data is stored: from `min`, or 0 for ever. */
export function days(fallback: number, min: number): Setting<number> {
  const { read } = integer(fallback, 0, maxDays);
  return {
    fallback,
    expected: `an integer from ${min} to ${maxDays}, or 0 to keep them forever`,
    read: (text) => {
      const value = read(text);
      return value === 0 || (value !== undefined && value >= min) ? value : undefined;
    },
  };
}

export function text<Fallback extends string | null>(
  fallback: Fallback,
  expected: string,
  shape: RegExp,
): Setting<string | Fallback> {
  return { fallback, expected, read: (value) => (shape.test(value) ? value : undefined) };
}

export function choice<const Word extends string>(
  fallback: Word,
  expected: string,
  words: readonly Word[],
): Setting<Word> {
  return { fallback, expected, read: (text) => words.find((word) => word === text) };
}
