import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { descriptionPath, manifestPath, toEntry } from "../../src/backup/backupFormat.ts";
import { readTar } from "../../src/backup/readTar.ts";
import { type TarEntry, writeTar } from "../../src/backup/writeTar.ts";
import { openBackupFixture, readTables, runAt } from "../support/backupFixture.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";

const fixture = share(openBackupFixture);
let folder: string;
let source: string;
let backup: string;

before(async () => {
  ({ folder, dataDir: source } = fixture);
  backup = join(folder, "backup.tar.gz");
});

test("a backup of a stopped service restores every table and file", async () => {
  const replica = join(source, "replica", "1-2-v1");
  await mkdir(replica, { recursive: true });
  await writeFile(join(replica, "catalog.sqlite"), "can be filled again");
  const made = await runAt(source, "backup", backup);
  assert.equal(made.exitCode, 0, made.stderr);
  assert.match(made.stdout, /^It contains secret\.key: protect it like a password\.$/m);
  const restored = join(folder, "quiet");
  await mkdir(restored);
  assert.equal((await runAt(restored, "restore", backup)).exitCode, 0);
  assert.deepEqual(await readTables(restored), await readTables(source));
  const secret = join(restored, "secret.key");
  assert.equal((await stat(secret)).mode & 0o777, 0o600);
  assert.equal(await readFile(secret, "utf8"), await readFile(join(source, "secret.key"), "utf8"));
  assert.deepEqual((await readdir(restored)).sort(), ["postgres", "secret.key"]);
});

type Entries = readonly (Omit<TarEntry, "content"> & { readonly bytes: Buffer | null })[];

async function readEntries(file: string): Promise<Entries> {
  const entries: Entries[number][] = [];
  const packed = gunzipSync(await readFile(file));
  for await (const { content, ...entry } of readTar(toEntry("", packed).content ?? assert.fail())) {
    const pieces = content === null ? null : await Array.fromAsync(content);
    entries.push({ ...entry, bytes: pieces === null ? null : Buffer.concat(pieces) });
  }
  return entries;
}

/** Packs entries after a change, with a manifest that fits them. */
async function pack(entries: Entries, file: string): Promise<void> {
  const files = new Set(entries.map(({ path }) => path));
  async function* changed(): AsyncGenerator<TarEntry> {
    for (const { bytes, ...entry } of entries) {
      if (bytes === null) yield { ...entry, content: null };
      else if (entry.path !== manifestPath) yield toEntry(entry.path, bytes);
      else {
        const manifest = JSON.parse(bytes.toString());
        manifest.files = manifest.files.filter(({ path }: { path: string }) => files.has(path));
        yield toEntry(entry.path, Buffer.from(JSON.stringify(manifest)));
      }
    }
  }
  const pieces = await Array.fromAsync(writeTar(changed(), new Date()));
  await writeFile(file, gzipSync(Buffer.concat(pieces), { level: 1 }));
}

test("a restore refuses what is damaged, foreign or of another major version, and changes nothing", async () => {
  // A few files are enough for what is refused before the recovery.
  const entries = (await readEntries(backup)).filter(
    ({ path }) => !path.includes("cluster/") || /base\/1(\/1259)?$|base$/.test(path),
  );
  const file = join(folder, "refused.tar.gz");
  await pack(entries, file);
  const bytes = await readFile(file);
  const damaged = Buffer.from(bytes);
  damaged.fill(damaged[bytes.length >> 1] ?? 0, bytes.length >> 1, (bytes.length >> 1) + 64);
  const describe = (change: object): Entries =>
    entries.map((entry) =>
      entry.path === descriptionPath && entry.bytes !== null
        ? {
            ...entry,
            bytes: Buffer.from(JSON.stringify({ ...JSON.parse(`${entry.bytes}`), ...change })),
          }
        : entry,
    );
  const flipped = entries.map((entry) =>
    entry.path === "postgres/cluster/base/1/1259" && entry.bytes !== null
      ? { ...entry, bytes: Buffer.from(entry.bytes).fill(1, 100, 101) }
      : entry,
  );
  const outside = entries.map((entry) =>
    entry.path === "secret.key" ? { ...entry, path: "../secret.key" } : entry,
  );
  const cases: [RegExp, Buffer | Entries][] = [
    [/It is damaged/, damaged],
    [/It is (damaged|cut off)/, bytes.subarray(0, bytes.length - 200)],
    [/It is damaged/, Buffer.from("not an archive at all")],
    [/not a backup of partsdesk/, entries.slice(1)],
    [/not a complete backup/, entries.slice(0, -1)],
    [/base\/1\/1259 differs from the manifest/, flipped],
    [/contains \.\.\/secret\.key/, outside],
    [
      /backup of PostgreSQL 17, but this version has PostgreSQL 18/,
      describe({ postgres_major: "17" }),
    ],
    [/made on plan9-mips/, describe({ platform: "plan9-mips" })],
    [/has the format "partsdesk backup 2"/, describe({ format: "partsdesk backup 2" })],
  ];
  for (const [reason, content] of cases) {
    if (Buffer.isBuffer(content)) await writeFile(file, content);
    else await pack(content, file);
    const target = join(folder, "refused");
    const result = await runAt(target, "restore", file);
    assert.equal(result.exitCode, 1, String(reason));
    assert.match(result.stderr, reason);
    assert.equal(existsSync(target), false);
  }
});

test("negative control: without the WAL of the backup the recovery fails and nothing is restored", async () => {
  const file = join(folder, "no-wal.tar.gz");
  const entries = await readEntries(backup);
  const rest = entries.filter(({ path }) => !/pg_wal\/[0-9A-F]{24}$/.test(path));
  assert.ok(rest.length < entries.length);
  await pack(rest, file);
  const target = join(folder, "no-wal");
  await mkdir(target);
  const result = await runAt(target, "restore", file);
  assert.equal(result.exitCode, 1);
  assert.match(result.stderr, /could not locate required checkpoint record|did not start/);
  assert.deepEqual(await readdir(target), []);
});

test("a restore into a folder with data, and a backup of nothing, are refused", async () => {
  const full = join(folder, "full");
  await mkdir(full);
  await copyFile(join(folder, "offers.csv"), join(full, "offers.csv"));
  const refused = await runAt(full, "restore", backup);
  assert.equal(refused.exitCode, 6);
  assert.match(refused.stderr, /is not empty/);
  const nothing = await runAt(join(folder, "absent"), "backup", join(folder, "nothing.tar.gz"));
  assert.equal(nothing.exitCode, 5);
  assert.equal(existsSync(join(folder, "absent")), false);
  assert.equal((await runAt(full, "restore", join(folder, "no-file"))).exitCode, 5);
});

test("a backup that fails leaves the earlier file", async () => {
  const file = join(folder, "earlier.tar.gz");
  await writeFile(file, "earlier");
  const broken = join(folder, "broken");
  await mkdir(join(broken, "postgres/cluster"), { recursive: true });
  await writeFile(join(broken, "postgres/cluster/PG_VERSION"), "18\n");
  assert.equal((await runAt(broken, "backup", file)).exitCode, 1);
  assert.equal(await readFile(file, "utf8"), "earlier");
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith(".part")),
    [],
  );
});

test("with DATABASE_URL both commands name the tools of the own server", async () => {
  for (const command of ["backup", "restore"]) {
    const result = await runCommand({ url: "postgres://a@localhost/b" }, [command, "file"]);
    assert.equal(result.exitCode, 2);
    assert.match(result.stderr, /pg_dump or pg_basebackup/);
  }
});
