/** The words of the public form for keys, and of the page that shows a key once. */
export const texts = {
  request: {
    title: "API key request",
  },
};
