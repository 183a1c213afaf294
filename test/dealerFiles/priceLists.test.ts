import { testInWizard } from "./importInWizard.ts";
import { priceLists } from "./priceLists.ts";

testInWizard(priceLists);
