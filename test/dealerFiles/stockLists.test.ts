import { testInWizard } from "./importInWizard.ts";
import { stockLists } from "./stockLists.ts";

testInWizard(stockLists);
