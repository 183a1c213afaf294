// The opaque part_id of the interface (decision 38): one AES block that names an offer and the
// second it was created, and that opens only for its account. Nothing is stored, so any node can
// read it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

declare const offerIdBrand: unique symbol;

/** The number of an offer, below 2^48. */
export type OfferId = number & { readonly [offerIdBrand]: true };

export type OpenedPartId = { readonly offerId: OfferId; readonly mintedAtS: number };

export type PartIds = {
  /** One part_id per offer, in order; `nowMs` is the time of the lookup. */
  mint(accountId: string, offerIds: readonly OfferId[], nowMs: number): string[];
  /** Undefined if the text is malformed, forged or of another account, without distinction. */
  open(accountId: string, partId: string): OpenedPartId | undefined;
};

const prefix = "pt_";
const blockBytes = 16;
const tagBytes = 6;
const shape = /^pt_[A-Za-z0-9_-]{22}$/;

/**
 * Creates part ids with `secret`. A block is the offer (6 bytes), the second (4) and the account's
 * tag (6), encrypted with a key derived from the secret: without it a block can be neither read nor
 * created, and a guess has the right tag once in 2^48.
 */
export function createPartIds(secret: Buffer): PartIds {
  const blockKey = Buffer.from(hkdfSync("sha256", secret, "", "partsdesk part_id block", 32));
  const tagKey = Buffer.from(hkdfSync("sha256", secret, "", "partsdesk part_id tag", 32));
  // Blocks are independent of each other in this mode, so one cipher serves all of them.
  const cipher = createCipheriv("aes-256-ecb", blockKey, null).setAutoPadding(false);
  const decipher = createDecipheriv("aes-256-ecb", blockKey, null).setAutoPadding(false);
  const tags = new Map<string, Buffer>();

  function accountTag(accountId: string): Buffer {
    const known = tags.get(accountId);
    if (known !== undefined) return known;
    if (tags.size >= 10_000) tags.clear();
    const tag = createHmac("sha256", tagKey).update(accountId).digest().subarray(0, tagBytes);
    tags.set(accountId, tag);
    return tag;
  }

  return {
    mint(accountId, offerIds, nowMs) {
      const tag = accountTag(accountId);
      const mintedAtS = Math.floor(nowMs / 1000);
      const blocks = Buffer.allocUnsafe(offerIds.length * blockBytes);
      offerIds.forEach((offerId, index) => {
        const at = index * blockBytes;
        blocks.writeUIntBE(offerId, at, 6);
        blocks.writeUInt32BE(mintedAtS, at + 6);
        tag.copy(blocks, at + 10);
      });
      const encrypted = cipher.update(blocks);
      return offerIds.map((_, index) => {
        const at = index * blockBytes;
        return prefix + encrypted.toString("base64url", at, at + blockBytes);
      });
    },

    open(accountId, partId) {
      if (!shape.test(partId)) return undefined;
      const encrypted = Buffer.from(partId.slice(prefix.length), "base64url");
      if (prefix + encrypted.toString("base64url") !== partId) return undefined;
      const block = decipher.update(encrypted);
      if (!block.subarray(10).equals(accountTag(accountId))) return undefined;
      return {
        offerId: block.readUIntBE(0, 6) as OfferId,
        mintedAtS: block.readUInt32BE(6),
      };
    },
  };
}
