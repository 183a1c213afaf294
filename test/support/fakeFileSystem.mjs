// Preloaded into a command (NODE_OPTIONS=--import): every folder is on the file system whose number
// is in TEST_FILE_SYSTEM; without a number, file systems cannot be inspected.
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { statfs } = promises;
promises.statfs = async (...given) => {
  const type = Number(process.env.TEST_FILE_SYSTEM);
  if (Number.isNaN(type)) throw new Error("statfs: not permitted");
  return Object.assign(await statfs(...given), { type });
};
syncBuiltinESMExports();
