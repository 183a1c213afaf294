// Released migrations: databases have run them, so they never change.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const directory = new URL("../../migrations/", import.meta.url);

/** The SHA-256 of each file. A new migration adds a line; no line ever changes. */
const landed: Readonly<Record<string, string>> = {
  "0001-baseline.sql": "d290b1e3e3c96f35675d5eab4907013de5c8c731cf78f43c93dac056e2cb3b00",
  "0002-condition-synonyms.sql": "e648218f8a7b89f15c0917b49a93cde6a2f55a7fc1bb8c3fb68aca8b2ceda4c6",
  "0003-stock-counts.sql": "68b78fb5c4d1fac1d4c327da41620ced6fadc233814c94959bc6f52388c7bde6",
  "0004-retention.sql": "01dcd77c59a9b1dfcfeba3ac188321e3ccd637a4e0e2bcd64d19bd806ab6504e",
  "0005-price-on-request.sql": "b36ac32bf14762884c6400698ca0e876787246e1b9b1103ec091a067add092fc",
  "0006-stock-modes.sql": "dae47d533fba9f2301bb7c5a791566ee7a1ac2e96ee2564dc79067d11320ce5a",
  "0007-order-changes.sql": "3e95aa9cd8eed2066d697f4b898f0fe32a6af05f890199f83818d964f97cf887",
  "0008-order-change-times.sql": "7cf7f027f9473075164bed8e79ee5f36bb9cbc5e0ba5606f841cb14022094c91",
  "0009-changes-by-run.sql": "7ef5dc23600bcb30591b3300a10124415601b2a453a769faf706235c2365f292",
  "0010-catalog-state.sql": "63b3dc54b64acb89d64e7d8cce5d42471cf5f05cfe4013327f9c37aa59fcb4ae",
  "0011-expiring-positions.sql": "0f70ac52251eb6a672667f55c5d4d77c67513e7609165b8e091405b4cb5ded42",
  "0012-catalog-reads.sql": "c972e8f6781572c223c3341cf55eabb19a385bdc3d5e601faf7d0a9123af9381",
  "0013-vendor-values.sql": "29ca1531becc2bb88a32ce98638e3093e20c58599662b191dcbfd9ad1f444ac5",
  "0014-exact-prices.sql": "7d09457945e367a7df460c5fa2e36ea101a149f4c3d187dcd9f1f3164d023fb4",
  "0015-manufacturer-identity.sql":
    "01a2332c6716ae804d2b74752df43cb840a04fcbb4b6ab024621a40262ef2933",
  "0016-own-terms.sql": "5122c86422efa873a026c6c6044efbf540410343914d307eec6ec35abb35dc49",
  "0017-changed-rows.sql": "dc6a3d9528b2c484ac4b4ac0a33ed8d43925479f54e0f8205d624cb45e7fbd6f",
  "0018-order-numbers.sql": "c947c6fa601fdc5fbe3671da9c9a67cde5aa0c43d8eb746bad424495acd1cbf5",
  "0019-distributor.sql": "da58c4915bc183939e40864d9293ea75b340436f4913f787c186d13d34b792b2",
  "0020-current-draft.sql": "626a4fc21be9bf8d298d63f17073ba22f8ecc83584bdc7c4a7b8f6d45b74cdb2",
  "0021-quick-order-columns.sql":
    "33a43e80d4e20baffb62fe2c24302c2c85b3ac35476d85fccf51242bc5aeeeb0",
  "0022-quick-order-undo.sql": "87a2d8ba7761b27f0643ae626ad569b9894d32f40545d2a00acf9d31291293e4",
  "0023-saved-quick-orders.sql": "48998c5b768cf1ce4281268c993b8312a064b6a0d7378b46fcc9d1b23e33d717",
  "0024-lots.sql": "c9b4525c005cfde5545da1bda772051c09f8246f59d0ffde09d608f4f00314cd",
  "0025-request-errors.sql": "edaf327a9477c6af3dde9d005fb69cf66d91565b5af0ed6739fdc0622f520519",
  "0026-search-words.sql": "172a0c7f3b473224a818b5d86274de02b8fa594cd4ac635d57a6e552c016210c",
  "0027-agreed-details.sql": "a636f049d460625790fb5b4ca44d67ac0c6bad471f345bae6b3eda559eb6138d",
  "0028-dismissals.sql": "7a29cec41c3447cb9a59b39bfd9b362231c0f7a1c891c0778f9c58839f0df0bc",
  "0029-count-times.sql": "2ce1c995c2d2b2e49f5369960d4be6b86ec7655e4e01c23c4f6d7c54c985db66",
  "0030-search-words-merged.sql":
    "517884ad5635747a1d8fcbbb5550ee4e9c4ab60628717c026cddcbeb8969bb28",
  "0031-use-suggestions.sql": "a631d828003a0926080f6ef0064dddb4e81e92abf3bd576c43b02da41703670e",
  "0032-expiring-keys.sql": "394b3a3ac0cc24938d13f9b6b88c7c70bf2aaa3ff22a55bd77871f7c90d091ed",
  "0033-line-instructions.sql": "c72698b23e0a6c059ca81e6f8949e7edd71bc94b53882295ed0a4d51ceca1761",
  "0034-quick-order-wishes.sql": "2b5e1b097a9fb6f06ad55acc57f62d4ed7263b8ddea7eb15d1edc8c0bb0b6c7f",
  "0035-excluded-rows.sql": "88299804d738f00dea5a62f3a6e4bc3eabc272450d2754b85842d45d99c43dbd",
  "0036-repeated-lists.sql": "467cd980c33aaf041acfd30add63735f94f44a73fb132219ee59e6d582ced10c",
  "0037-split-rows.sql": "2870b987f34b92625cdf6a12d35c030d8447f1642aa4f77699a7f8c1f0c2808f",
  "0038-quote-requests.sql": "65f93b4865c6e4e51fc7cb14148b8b6508e6b5d02c6986af9a4763289566d869",
  "0039-reused-choices.sql": "afb3481b1fa9eb0d411609b150fa894e772fa6d585bb377ca9ec41442765bfc9",
  "0040-ship-to.sql": "1ea24080360827b649a08e3cbd629995bbceaef7203b94a0d4c4394d3a632429",
  "0041-change-requests.sql": "fbfe3e5f380b6c33573dae1e7c0cccfe3dda4fe8d2ab36bba7338a91db8a6016",
  "0042-quote-quantities.sql": "d6225dae4ba76f878b8e4b8d1a4942715446194b06990ecf64554ecdb1899475",
  "upgrade-0.1.0.sql": "4a4cb205f7249e28530d7da41fc8fa6c00baeb8a28a5b762ced6360921341f24",
};

test("a released migration never changes", async () => {
  const files = (await readdir(directory)).filter((file) => file !== "schema.sql").sort();
  assert.deepEqual(
    files,
    Object.keys(landed).sort(),
    "A new migration needs its hash in this test; a landed one is never removed.",
  );
  for (const file of files) {
    const hash = createHash("sha256")
      .update(await readFile(new URL(file, directory)))
      .digest("hex");
    assert.equal(
      hash,
      landed[file],
      `migrations/${file} was changed, but databases have run it as it was. ` +
        "Restore it and write a new migration with the next number.",
    );
  }
});
