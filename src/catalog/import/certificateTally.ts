// What an import says of certificates that it did not know: how many, and the first of them.

export type CertificateTally = {
  /** Notes the unknown certificates of an accepted row. */
  note(unknown: readonly string[], line: number): void;
  /** Nothing, or one sentence. */
  listWarnings(): string[];
};

/** An empty tally. */
export function createCertificateTally(): CertificateTally {
  let count = 0;
  let first = "";
  return {
    note(unknown, line) {
      const [name] = unknown;
      if (name === undefined) return;
      if (count === 0) first = `"${name}" on line ${line}`;
      count += unknown.length;
    },
    listWarnings() {
      if (count === 0) return [];
      const certificates = count === 1 ? "1 certificate is" : `${count} certificates are`;
      return [`${certificates} not known and kept as written, the first ${first}.`];
    },
  };
}
