import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Copies a file or a folder that nobody changes afterwards: as links, which takes a tenth of the
 * time, or as copies if `to` is on another file system.
 */
export function copyTree(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const copied = ["-al", "-a"].some(
    (how) => spawnSync("cp", [how, "-T", "--remove-destination", from, to]).status === 0,
  );
  if (!copied) throw new Error(`${from} could not be copied to ${to}.`);
}
