// What the search page suggests for a text that is no part number or name of the catalog.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buyer, openPortal } from "../support/portal.ts";
import { offer } from "../support/steps.ts";

openPortal({ publicUrl: "https://parts.example" });

const search = async (query: Record<string, string>): Promise<string> => {
  const page = await buyer.get(`/parts?${new URLSearchParams(query)}`);
  assert.equal(page.statusCode, 200);
  return page.body.replaceAll("&#61;", "=").replaceAll("&#38;", "&");
};

test("what a text may mean is suggested with the reason", async () => {
  await offer("ME-4711-1", { partName: "PIN,COTTER", nsn: "5315000047110" });
  const within = await search({ q: "P/N ME-4711-1 REV A" });
  assert.match(
    within,
    /Did you mean one of these[\s\S]*ME-4711-1<\/a>[\s\S]*"sub">Part number in your text/,
  );
  assert.match(await search({ q: "NIIN 47110" }), /No part matches/);
  assert.match(await search({ q: "0-4-7110" }), /ME-4711-1<\/a>[\s\S]*"sub">Has this NSN/);
  assert.doesNotMatch(await search({ q: "5315-00-004-7110" }), /has this NSN/i);
  assert.match(await search({ q: "ME-47II-1" }), /ME-4711-1<\/a>[\s\S]*"sub">Similar number/);
  const named = await search({ q: "split pin" });
  assert.match(
    named,
    /Results for <a[^>]*>pin cotter<\/a>[\s\S]*ME-4711-1<\/a>[\s\S]*Found as “pin cotter”/,
  );
});

test("a number that differs only in punctuation is suggested and not treated as a match", async () => {
  await offer("SU-21117-1");
  const body = await search({ q: "SU21117.1" });
  assert.match(body, /Did you mean one of these/);
  assert.match(
    body,
    /href="\/parts\/SU-21117-1">SU-21117-1<\/a>[\s\S]*"sub">Differs only in punctuation/,
  );
  assert.doesNotMatch(body, /No part matches/);
});

test("a suggested name is shown unless the results begin with its part", async () => {
  await offer("VA-1", { partName: "VALVE,SOLENOID,FUEL" });
  const same = await search({ q: "fuel solenoid valve" });
  assert.match(same, /<th role="rowheader"[\s\S]*\/parts\/VA-1/);
  assert.doesNotMatch(same, /under other names/);
  await offer("DU-1", { partName: "DUCT,BLEED,AIR,28 VDC", stock: 0 });
  await offer("DU-2", { partName: "CLAMP,DUCT,BLEED,AIR", stock: 9 });
  const other = await search({ q: "air bleed duct" });
  assert.match(other, /\/parts\/DU-2[\s\S]*under other names:[\s\S]*DU-1<\/a><\/code> found as/);
});

test("a search by another name says what is shown, and leads to all its parts with the filters", async () => {
  for (let n = 1; n <= 7; n += 1) {
    await offer(`PK-${n}`, { partName: "PACKING,PREFORMED", condition: n > 5 ? "NS" : "NE" });
  }
  const body = await search({ q: "o-ring", sort: "price" });
  const all = /<a href="\/parts\?q=packing\+preformed&sort=price">/.source;
  assert.match(
    body,
    new RegExp(`named “o-ring”. Results for ${all}packing preformed</a> \\(7 part numbers`),
  );
  assert.match(body, new RegExp(`${all}View all 7 part numbers for packing preformed</a>`));
  assert.doesNotMatch(body, /under other names/);
  const narrowed = await search({ q: "o-ring", condition: "NS" });
  assert.match(narrowed, /No part matches/);
  assert.match(
    narrowed,
    /under other names: <a href="\/parts\?q=packing\+preformed&condition=NS">[^(]*\(2 part numbers/,
  );
});

test("parts under other names come after results that have all words of the search", async () => {
  await offer("NU-0", { partName: "NUT,SELF-LOCKING" });
  await offer("LN-1", { partName: "BRACKET LOCKNUT" });
  const body = await search({ q: "locknut" });
  assert.match(body, /\/parts\/LN-1[\s\S]*under other names:[\s\S]*\/parts\/NU-0/);
});

test("sealant is read as sealing compound, and as seal only if the catalog has neither", async () => {
  const shown = (name: string) => new RegExp(`named “sealant”. Results for <a[^>]*>${name}<`);
  await offer("SE-1", { partName: "SEAL,PLAIN ENCASED" });
  const seals = await search({ q: "sealant" });
  assert.match(seals, shown("seal"));
  assert.match(seals, /\/parts\/SE-1[\s\S]*Found within your text: “seal”/);
  await offer("SC-1", { partName: "SEALING COMPOUND,SILICONE" });
  const compounds = await search({ q: "sealant" });
  assert.match(compounds, shown("sealing compound"));
  assert.match(compounds, /\/parts\/SC-1/);
  assert.doesNotMatch(compounds, /\/parts\/SE-1/);
  await offer("SL-1", { partName: "TUBE", title: "Fuel tank sealant, 75 ml" });
  const sealants = await search({ q: "sealant" });
  assert.match(sealants, /\/parts\/SL-1[\s\S]*under other names:[\s\S]*\/parts\/SC-1/);
  assert.doesNotMatch(sealants, /named “sealant”|\/parts\/SE-1/);
});
