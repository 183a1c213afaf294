import { testInWizard } from "./importInWizard.ts";
import { moreLists } from "./moreLists.ts";

testInWizard(moreLists);
