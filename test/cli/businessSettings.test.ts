import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigFault, describeConfig, readConfig } from "../../src/server/config.ts";

test("the business calendar is read from its settings and has defaults", () => {
  const usual = { days: [1, 2, 3, 4, 5], opensMinute: 540, closesMinute: 1_020 };
  assert.deepEqual(readConfig({}, {}).calendar, { zone: "UTC", ...usual, holidays: [] });
  const settings = {
    BUSINESS_ZONE: "Europe/Berlin",
    BUSINESS_DAYS: "Sat-Mon, wed",
    BUSINESS_HOURS: "8:30-24:00",
    BUSINESS_HOLIDAYS: "12-25, 2028-02-29,02-29",
  };
  assert.deepEqual(readConfig({}, settings).calendar, {
    zone: "Europe/Berlin",
    days: [1, 3, 6, 7],
    opensMinute: 510,
    closesMinute: 1_440,
    holidays: ["12-25", "2028-02-29", "02-29"],
  });
  assert.equal(describeConfig(settings)["BUSINESS_HOURS"], "8:30-24:00");
  assert.equal(describeConfig({})["BUSINESS_DAYS"], "Mon-Fri");
});

test("the settings of a configuration include fallbacks and mask secrets", () => {
  const fallbacks = { LOG_LEVEL: "warn", DISTRIBUTOR_NAME: "Example" };
  const { described: settings } = readConfig(fallbacks, {
    LOG_LEVEL: "error",
    SECRET_KEY: "s".repeat(32),
  });
  assert.equal(settings["LOG_LEVEL"], "error");
  assert.equal(settings["DISTRIBUTOR_NAME"], "Example");
  assert.equal(settings["SECRET_KEY"], "(set, not shown)");
  assert.deepEqual(readConfig({}, {}).described, describeConfig({}));
});

test("faults of the business calendar are reported with all other faults", () => {
  const wrong = {
    BUSINESS_ZONE: ["Mars/Base", "+01:00", "Europe Berlin"],
    BUSINESS_DAYS: ["Mo-Fr", "Mon-", "Mon-Tue-Wed", ","],
    BUSINESS_HOURS: ["17:00-09:00", "9-17", "09:00-24:01", "09:60-17:00", "09:00-17:00-18:00"],
    BUSINESS_HOLIDAYS: ["2026-02-29", "13-01", "1-1", "25.12."],
  };
  for (const [name, texts] of Object.entries(wrong)) {
    for (const text of texts) {
      const read = () => readConfig({}, { [name]: text, PORT: "x" });
      assert.throws(read, (fault) => {
        assert.ok(fault instanceof ConfigFault);
        assert.equal(fault.faults.length, 2, text);
        assert.ok(fault.faults.some((line) => line.startsWith(`${name}: expected `)));
        return true;
      });
    }
  }
});
