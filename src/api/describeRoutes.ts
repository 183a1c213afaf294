// What each address of the API takes and answers, for validation and for the OpenAPI document alike.
import Type from "typebox";
import { CatalogAnswer, CatalogRequest } from "../contract/catalog.ts";
import { OrderAnswer, OrderListAnswer, OrderListQuery, OrderRequest } from "../contract/orders.ts";

export const describeCatalog = {
  summary: "Look parts up",
  operationId: "lookUpParts",
  body: CatalogRequest,
  response: { 200: CatalogAnswer },
};

export const describeOrderCreation = {
  summary: "Place a draft order",
  operationId: "placeOrder",
  body: OrderRequest,
  response: { 201: OrderAnswer },
};

export const describeOrderList = {
  summary: "List orders",
  operationId: "listOrders",
  querystring: OrderListQuery,
  response: { 200: OrderListAnswer },
};

export const describeOrder = {
  summary: "Read an order",
  operationId: "readOrder",
  params: Type.Object({ order_id: Type.String({ description: "Opaque order identifier." }) }),
  response: { 200: OrderAnswer },
};
