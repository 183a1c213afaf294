// A folder of a test, removed with all that is in it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), "partsdesk-test-"));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}
