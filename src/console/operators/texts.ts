/** The words of the operators' pages. */
export const texts = {
  list: {
    title: "Operators",
  },
  operator: {
    title: "Operator",
    email: "E-mail",
    role: "Role",
    signIn: "Sign-in",
    joined: "Joined",
    sessions: "Sessions",
    lastUsed: "Last used",
    activity: "Activity",
  },
  role: {
    title: "Role",
  },
};
