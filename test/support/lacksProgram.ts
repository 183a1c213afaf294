import { spawnSync } from "node:child_process";

/** Why a test that needs a program of Debian is skipped; false if the program is installed. */
export function lacksProgram(program: string, debianPackage: string): string | false {
  return spawnSync(program, ["--version"]).error === undefined
    ? false
    : `${program} is not installed (apt-get install ${debianPackage})`;
}
