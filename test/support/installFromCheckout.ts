// "npm ci" for the test of the image, without the network: it takes the packages of
// package-lock.json from the checkout, which "npm ci" installed, and installs them in the current
// folder. The arguments are those of npm.
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyTree } from "./copyTree.ts";
import { root } from "./deployFiles.ts";

type Package = {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
};

/** What npm leaves out: a package that only left out packages need. */
function isOmitted(entry: Package, omitted: ReadonlySet<string>): boolean {
  if (entry.dev === true && omitted.has("dev")) return true;
  if (entry.optional === true && omitted.has("optional")) return true;
  return entry.devOptional === true && omitted.has("dev") && omitted.has("optional");
}

const omitted = new Set(process.argv.flatMap((arg) => /^--omit=(\w+)$/.exec(arg)?.[1] ?? []));
if (omitted.size === 0) {
  await symlink(join(root, "node_modules"), "node_modules");
} else {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    readonly packages: Readonly<Record<string, Package>>;
  };
  await mkdir("node_modules/.bin", { recursive: true });
  for (const [path, entry] of Object.entries(packages)) {
    if (!/^node_modules\/(?!@partsdesk\/)/.test(path) || isOmitted(entry, omitted)) continue;
    copyTree(join(root, path), path);
    // Packages below it are entries of their own.
    await rm(join(path, "node_modules"), { recursive: true, force: true });
  }
  await writeFile("node_modules/.package-lock.json", "{}\n");
}
