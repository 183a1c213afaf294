// A separate demo on a free port and in a temporary folder, and the values it prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mainFile } from "../support/runCommand.ts";

export type ServedDemo = {
  readonly url: string;
  readonly email: string;
  /** The operator's address; the password is the same. */
  readonly operator: string;
  readonly password: string;
  readonly key: string;
  /** Stops the demo and removes its folder. */
  end(): Promise<void>;
};

/** The value after `label` in the printed lines, on a line that contains `suffix`. */
function readPrinted(printed: string, label: string, suffix = ""): string {
  const found = new RegExp(`^ +${label} +(\\S+).*${suffix}`, "m").exec(printed)?.[1];
  if (found === undefined) throw new Error(`The demo prints no ${label}:\n${printed}`);
  return found;
}

/** Starts `demo` on an empty folder and waits until it serves. */
export async function startDemo(): Promise<ServedDemo> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-demo-"));
  const env = { PATH: process.env["PATH"], DATA_DIR: folder, PORT: "0" };
  const child = spawn(process.execPath, [mainFile, "demo"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const end = async () => {
    child.kill("SIGINT");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  let printed = "";
  for await (const bytes of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += bytes;
    if (!printed.includes("Press Ctrl-C to stop")) continue;
    child.stdout.resume();
    return {
      url: readPrinted(printed, "Portal").replace(/\/sign-in$/, ""),
      email: readPrinted(printed, "Sign in as"),
      operator: readPrinted(printed, "Sign in as", "\\(operator\\)"),
      password: readPrinted(printed, "Password"),
      key: readPrinted(printed, "API key"),
      end,
    };
  }
  await end();
  throw new Error(`The demo ended before it served:\n${printed}`);
}
