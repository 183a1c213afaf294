// The first line of every mail to a person.

/** The greeting of a person whose name may not be known. */
export function greet(name: string | null): string {
  return name === null ? "Good day," : `Good day ${name},`;
}
