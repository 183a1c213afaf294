// Finds out whether the replica of the catalog is on a network file system. SQLite's locks and its
// shared memory do not work there, so the replica can be damaged.
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** The numbers by which Linux identifies file systems; see statfs(2). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff53_4d42, "CIFS"],
  [0xfe53_4d42, "SMB2"],
  [0x00c3_6400, "Ceph"],
  [0x0bd0_0bd3, "Lustre"],
  [0x5346_414f, "AFS"],
]);

/**
 * The name of a network file system; undefined for others, and outside Linux, where the numbers
 * mean something else. FUSE and 9p are not included: local file systems use them too, such as
 * the overlays of rootless containers, encrypted folders and the disks of sandboxes.
 */
export function nameNetworkFileSystem(type: number, platform: NodeJS.Platform): string | undefined {
  return platform === "linux" ? networkTypes.get(type) : undefined;
}

async function readFileSystemType(folder: string): Promise<number> {
  return (await statfs(folder)).type;
}

/** The folder of replicas or, before the first start, the folder that will contain it. */
function findInspected(dataDir: string): string {
  let folder = resolve(join(dataDir, "replica"));
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export type ReplicaPlace = { readonly folder: string; readonly network: string | undefined };

export async function inspectReplicaPlace(
  dataDir: string,
  readType: (folder: string) => Promise<number> = readFileSystemType,
): Promise<ReplicaPlace> {
  const folder = findInspected(dataDir);
  const network = nameNetworkFileSystem(await readType(folder), process.platform);
  return { folder, network };
}

/** What to do about a network file system; undefined if nothing. */
export function describeReplicaPlace({ folder, network }: ReplicaPlace): string | undefined {
  if (network === undefined) return undefined;
  return (
    `${folder} is on ${network}, a network file system, where SQLite can damage the replica of ` +
    "the catalog; move DATA_DIR to a local disk"
  );
}
