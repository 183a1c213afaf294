import assert from "node:assert/strict";
import { test } from "node:test";
import { nameNetworkFileSystem } from "../../src/server/config/networkFileSystem.ts";

test("file systems of the network are named by their numbers on Linux", () => {
  const names: Readonly<Record<string, number>> = {
    NFS: 0x6969,
    SMB: 0x517b,
    CIFS: 0xff534d42,
    SMB2: 0xfe534d42,
    Ceph: 0x00c36400,
    Lustre: 0x0bd00bd3,
    AFS: 0x5346414f,
  };
  for (const [name, type] of Object.entries(names)) {
    assert.equal(nameNetworkFileSystem(type, "linux"), name);
    for (const platform of ["darwin", "freebsd", "win32"] as const) {
      assert.equal(nameNetworkFileSystem(type, platform), undefined, `${name} on ${platform}`);
    }
  }
});

test("local file systems are not of the network, and neither are those that can be either", () => {
  const local: Readonly<Record<string, number>> = {
    ext4: 0xef53,
    xfs: 0x58465342,
    btrfs: 0x9123683e,
    zfs: 0x2fc12fc1,
    tmpfs: 0x01021994,
    overlay: 0x794c7630,
    f2fs: 0xf2f52010,
    bcachefs: 0xca451a4e,
    fuse: 0x65735546,
  };
  for (const [name, type] of Object.entries(local)) {
    assert.equal(nameNetworkFileSystem(type, "linux"), undefined, name);
  }
});
