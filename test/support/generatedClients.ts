// Programs with clients that others generate from an OpenAPI document, compiled strictly.
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../docs/examples.ts";
import { runProgram } from "./clientFolder.ts";

/** Where `.ci/run` installs the generators, the linters and the TypeScript they need. */
export const generatorWorkspace = join(root, "test/api/generators");
export const generatorModules = join(generatorWorkspace, "node_modules");

type Client = {
  readonly name: string;
  /** The program of the generator and its arguments. */
  readonly generate: readonly [string, ...string[]];
  readonly program: string;
};

export type GeneratedClients = {
  readonly folder: string;
  /** Runs a file of the packages in the folder. */
  readonly runTool: (name: string, args: readonly string[]) => Promise<string>;
  /** Generates a client, compiles the program that uses it, and runs that; what it prints. */
  readonly run: (client: Client, env: Readonly<Record<string, string>>) => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function openGeneratedClients(document: string): Promise<GeneratedClients> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-generated-"));
  await symlink(generatorModules, join(folder, "node_modules"));
  await writeFile(join(folder, "openapi.json"), await (await fetch(document)).text());
  const runTool: GeneratedClients["runTool"] = (name, args) => {
    const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    return runProgram(folder, process.execPath, [join(generatorModules, name), ...args], quiet);
  };
  return {
    folder,
    runTool,
    async run({ name, generate: [tool, ...args], program }, env) {
      await runTool(tool, args);
      const file = `${name}.ts`;
      await writeFile(join(folder, file), program);
      const options =
        "--strict --noUncheckedIndexedAccess --target es2022 --lib es2022,dom,dom.iterable";
      const form = `--module nodenext --moduleResolution nodenext --typeRoots none --outDir ${name}`;
      await runTool("typescript/bin/tsc", [...`${options} ${form}`.split(" "), file]);
      return runProgram(folder, process.execPath, [`${name}/${name}.js`], env);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
