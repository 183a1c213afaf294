// What another program can do to the folder of a replica.
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { currentPath } from "./replicaContents.ts";

export type ReplicaFault = {
  readonly name: string;
  hit(folder: string): Promise<void>;
  /** What a person does; without it, the service heals by itself. */
  fix?(folder: string): Promise<void>;
  /** Whether a new reader can still read: what is wrong shows later, or not to root. */
  readonly isReadable?: boolean;
};

async function overwrite(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "r+");
  await file.write(bytes, 0, bytes.length, 0);
  await file.close();
}

function makeOtherDatabase(): Uint8Array {
  const other = new DatabaseSync(":memory:");
  other.exec(`create table parts (name text);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 9000)
    insert into parts select 'another program ' || i from n`);
  const bytes = other.serialize();
  other.close();
  return bytes;
}

const onFile = (change: (path: string) => Promise<void>) => async (folder: string) =>
  change(await currentPath({ folder }));

export const fileFaults: readonly ReplicaFault[] = [
  {
    name: "its files are deleted",
    async hit(folder) {
      const names = await readdir(folder);
      for (const name of names.filter((one) => one.startsWith("catalog-"))) {
        await rm(join(folder, name));
      }
    },
  },
  { name: "the file is cut", hit: onFile((path) => truncate(path, 8_192)) },
  { name: "the file is emptied", hit: onFile((path) => truncate(path, 0)) },
  {
    name: "the file is overwritten",
    hit: onFile((path) => overwrite(path, new Uint8Array(8_192).fill(0xff))),
  },
  {
    name: "the file is a database of another program",
    hit: onFile(async (path) => overwrite(path, makeOtherDatabase())),
  },
  { name: "the file cannot be read", hit: onFile((path) => chmod(path, 0)), isReadable: true },
  { name: "the log is cut", hit: onFile((path) => truncate(`${path}-wal`, 0)), isReadable: true },
  {
    name: "the current file is another one",
    hit: (folder) => writeFile(join(folder, "current"), "../other"),
  },
  {
    name: "the name of the current file is a folder",
    async hit(folder) {
      await rm(join(folder, "current"));
      await mkdir(join(folder, "current"));
    },
  },
];

const isRoot = process.geteuid?.() === 0;

export const folderFaults: readonly ReplicaFault[] = [
  { name: "the folder is deleted", hit: (folder) => rm(folder, { recursive: true }) },
  { name: "the folder is moved", hit: (folder) => rename(folder, `${folder}-moved`) },
  { name: "nobody has rights on the folder", hit: (folder) => chmod(folder, 0) },
  ...(isRoot
    ? [
        {
          name: "the folder belongs to another user",
          hit: (folder: string) => chown(folder, 0, 0),
          fix: (folder: string) => chown(folder, unprivileged, unprivileged),
        },
      ]
    : []),
];

/** The user of a service that must not have the rights of root. */
export const unprivileged = 65_534;
