import { readFileSync } from "node:fs";

/** Reads the version of this package. */

export function readVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
