/** The words of the pages about key requests. */
export const texts = {
  waiting: {
    state: "Waiting for customer",
    due: "When the customer has answered",
    title: "Waiting for the customer's answer.",
    text: "When it arrives, edit the details: the request is to answer again. Or issue the key.",
    tab: "Waiting for customer",
  },
};
