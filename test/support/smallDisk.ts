// File systems in memory, for tests of a disk that becomes full.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Why a test that needs a small disk is skipped; false if it can mount one. */
export function lacksMount(): string | false {
  const folder = mkdtempSync(join(tmpdir(), "partsdesk-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return false;
  } catch {
    return "needs the right to mount a file system";
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder on a disk of this size, until the test ends. */
export function mountDisk(t: TestContext, mib: number): string {
  const folder = mkdtempSync(join(tmpdir(), "partsdesk-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder]);
  t.after(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}
