import { testInConsole } from "../support/consoleCorpus.ts";
import { workbookFiles } from "./workbookFiles.ts";

testInConsole(workbookFiles);
