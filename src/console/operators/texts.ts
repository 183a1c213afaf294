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
  sessions: {
    signOut: (name: string) => `Sign ${name} out everywhere`,
  },
  reset: {
    send: (name: string) => `Send password reset to ${name}`,
    show: (name: string) => `Create password reset link for ${name}`,
  },
  remove: {
    question: (name: string) => `Remove ${name}?`,
    hint: (name: string) => `${name} is signed out immediately and can't sign in again.`,
    button: (name: string) => `Remove ${name}`,
  },
  faults: {
    alreadyHere: (email: string) => `${email} is already an operator.`,
  },
};
