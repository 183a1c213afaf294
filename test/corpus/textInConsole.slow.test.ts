import { testInConsole } from "../support/consoleCorpus.ts";
import { textFiles } from "./textFiles.ts";

testInConsole(textFiles);
