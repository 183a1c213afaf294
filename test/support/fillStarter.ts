// A process that starts a fill and is killed meanwhile.
import { type FillOrder, runFillProgram } from "../../src/catalog/replica/fill/runFillProgram.ts";

process.once("message", (order: FillOrder) => runFillProgram(order, new AbortController().signal));
