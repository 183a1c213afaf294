// What a line says to which another quantity is added.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitRemark } from "../../src/orders/lineInstructions.ts";
import { addToLine, describeShares, type LineShare } from "../../src/orders/mergedLines.ts";
import { findMissingCertificate } from "../../src/orders/missingCertificates.ts";

const share = (quantity: number, remark: string | null, neededBy: string | null = null) =>
  ({ quantity, remark, neededBy }) satisfies LineShare;

const [soon, later] = ["2026-12-05", "2026-12-20"];

test("a line to which a plain quantity is added keeps what it says, for the quantity it had", () => {
  const line = { quantity: 5, remark: "Listed as A; 5: AOG", neededBy: soon };
  const added = addToLine(line, share(2, null));
  assert.deepEqual(added, { remark: "5 listed as A; 5: AOG", neededBy: soon });
  const wish = share(30, "Condition requested: SV; AOG");
  const counted = "Condition requested for 30: SV; AOG";
  assert.equal(addToLine(wish, share(30, null)).remark, counted);
  assert.equal(
    addToLine({ ...wish, quantity: 60, remark: counted }, share(1, null)).remark,
    counted,
  );
});

test("quantities in another unit name their own number in a line, with the sum of equal ones", () => {
  const hose = share(165, "50 m requested (165 FT)");
  assert.equal(addToLine(hose, share(30, null)).remark, hose.remark);
  const twice = "2 × 50 m requested (330 FT)";
  assert.equal(addToLine(hose, hose).remark, twice);
  assert.equal(addToLine(share(330, twice), hose).remark, "3 × 50 m requested (495 FT)");
  const other = share(400, "329 requested, 400 ordered; 100 m requested (329 FT); AOG");
  const sum = "494 requested, 565 ordered; 50 m requested (165 FT); 100 m requested (329 FT)";
  assert.equal(addToLine(hose, other).remark, `${sum}; 400: AOG`);
  const rows = describeShares([hose, hose, share(30, "AOG")]);
  assert.deepEqual(
    rows.filter((one) => one !== null),
    [twice, "30: AOG"],
  );
});

test("a day and a remark that are added name their quantity, and that of the line its own", () => {
  const first = addToLine(share(30, null, later), share(25, "line stn", soon));
  const remark = "30 needed by 20 Dec 2026; 25 needed by 5 Dec 2026: line stn";
  assert.deepEqual(first, { remark, neededBy: soon });
  const again = addToLine({ quantity: 55, ...first }, share(5, "AOG", later));
  assert.deepEqual(again, { remark: `${remark}; 5 needed by 20 Dec 2026: AOG`, neededBy: soon });
  const shares = "3 needed by 5 Dec 2026; 4 needed by 20 Dec 2026";
  const merged = addToLine(share(1, null, later), share(7, `${shares}; AOG`, soon));
  assert.equal(merged.remark, `1 needed by 20 Dec 2026; ${shares}; 7: AOG`);
  assert.equal(addToLine(share(1, "AOG"), share(2, "aog")).remark, "AOG");
  assert.equal(addToLine(share(1, "AOG"), share(2, "stock")).remark, "AOG; 2: stock");
});

test("listed numbers and requested quantities are those of all that was added", () => {
  const rounded = share(200, "150 requested, 200 ordered");
  assert.equal(addToLine(share(500, null), rounded).remark, "650 requested, 700 ordered");
  assert.equal(addToLine(rounded, share(500, null)).remark, "650 requested, 700 ordered");
  const changed = share(300, "150 requested, 200 ordered");
  assert.equal(addToLine(changed, share(5, null)).remark, "150 requested, 200 ordered");
  const listed = addToLine(share(30, "Listed as A"), share(25, "Listed as B; AOG"));
  assert.equal(listed.remark, "30 listed as A; 25 listed as B; 25: AOG");
});

test("wishes that are added name their quantity, unless the line has the same", () => {
  const wish = "Certificate requested: CoC";
  const condition = "Condition requested: SV";
  const added = addToLine(share(30, `${wish}; ${condition}`), share(25, `${wish}; AOG`));
  assert.equal(added.remark, `${wish}; Condition requested for 30: SV; 25: AOG`);
  const other = addToLine(share(1_000, "AOG"), share(25, wish));
  assert.equal(other.remark, "AOG; Certificate requested for 25: CoC");
  assert.equal(splitRemark(other.remark).lasting, "Certificate requested for 25: CoC");
  assert.equal(findMissingCertificate(other.remark, "CoC"), null);
  assert.equal(findMissingCertificate(other.remark, null)?.wanted, "CoC");
});

test("a duplicate keeps a listed number, not what its quantities were needed for", () => {
  assert.deepEqual(splitRemark("25 listed as A; Condition requested: SV; 25: AOG"), {
    lasting: "25 listed as A; Condition requested: SV",
    ofOrder: "25: AOG",
  });
});

test("a requested certificate is missing unless the offer lists one of those that are enough", () => {
  const remark = "Certificate requested: FAA 8130-3 or EASA Form 1; AOG";
  const wanted = "FAA 8130-3 or EASA Form 1";
  assert.deepEqual(findMissingCertificate(remark, "CoC"), {
    wanted,
    offered: "CoC",
    remark: "AOG",
  });
  assert.equal(findMissingCertificate(remark, null)?.offered, null);
  assert.equal(findMissingCertificate(remark, "CoC; EASA Form 1"), null);
  const conformance = "Certificate requested: Certificate of Conformance";
  assert.equal(findMissingCertificate(conformance, "CoC"), null);
  assert.equal(findMissingCertificate("AOG", null), null);
});
