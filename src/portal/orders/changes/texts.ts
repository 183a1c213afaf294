/** The words of change requests. */
export const texts = {
  open: "Request a change",
  sent: "Change request sent",
  sentHint: "The distributor replies by e-mail or phone. The order has not changed yet.",
};
