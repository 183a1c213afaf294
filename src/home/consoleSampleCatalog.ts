// A small catalog to try an import with: common parts, with invented prices and stock.
import type { Handler } from "./consoleContext.ts";

export const sampleCatalogPath = "/console/imports/sample-catalog.csv";

const columns =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";

const sampleCatalog = `${columns}
MS20470AD4-4,"RIVET, SOLID",NE,EA,5000,0.12,USD,Sample Vendor
AN960-10,"WASHER, FLAT",NE,EA,2400,0.08,USD,Sample Vendor
MS24665-132,"PIN, COTTER",NE,EA,1800,0.05,USD,Sample Vendor
AN3-5A,"BOLT, MACHINE",NE,EA,640,0.85,USD,Sample Vendor
MS21042L3,"NUT, SELF-LOCKING",NE,EA,1200,0.42,USD,Sample Vendor
MS29513-010,"PACKING, PREFORMED",NE,EA,300,1.10,USD,Sample Vendor
`;

export const sendSampleCatalog: Handler = async () => ({
  kind: "file",
  name: "sample-catalog.csv",
  type: "text/csv; charset=utf-8",
  body: sampleCatalog,
});
