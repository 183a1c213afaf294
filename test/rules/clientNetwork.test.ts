// Which addresses count as one client.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientNetwork } from "../../src/signIn/attemptLimits.ts";

test("each IPv4 address is one client, in any notation", () => {
  assert.equal(clientNetwork("192.0.2.1"), "192.0.2.1");
  assert.equal(clientNetwork("::ffff:192.0.2.1"), "192.0.2.1");
  assert.equal(clientNetwork("::FFFF:192.0.2.1"), "192.0.2.1");
});

test("the addresses of an IPv6 network are one client, in any notation", () => {
  const network = "2001:db8:1:2::/64";
  for (const address of [
    "2001:db8:1:2::1",
    "2001:DB8:1:2::",
    "2001:0db8:0001:0002:ffff:ffff:ffff:ffff",
    "2001:db8:1:2:3:4:5:6%eth0",
    "2001:db8:1:2::192.0.2.1",
  ]) {
    assert.equal(clientNetwork(address), network, address);
  }
  assert.equal(clientNetwork("2001:db8:1::3:4:5:6"), "2001:db8:1:0::/64");
  assert.equal(clientNetwork("2001:db8:1:3::1"), "2001:db8:1:3::/64");
  assert.equal(clientNetwork("::1"), "0:0:0:0::/64");
});

test("a text that is not an address is its own client", () => {
  for (const text of ["", "localhost", "1.2.3", "::x", "\0"])
    assert.equal(clientNetwork(text), text);
});
