/** The words of the operators' pages. */
export const texts = {
  list: {
    title: "Operators",
    sentence: "People with access to the console.",
    roles: "Admins also manage operators. Read-only operators can't change anything.",
    you: "You",
    name: "Name",
    email: "E-mail",
    role: "Role",
    signIn: "Sign-in",
    lastUsed: "Last used",
    sessions: "Sessions",
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
    change: "Change role",
  },
  sessions: {
    title: "Sessions",
    none: "No sessions.",
    signOut: (name: string) => `Sign ${name} out everywhere`,
  },
  reset: {
    title: "Password",
    send: (name: string) => `Send password reset to ${name}`,
    show: (name: string) => `Create password reset link for ${name}`,
    hint: "The link works once, for an hour. The current password works until a new one is set.",
  },
  remove: {
    title: "Remove",
    open: "Remove operator…",
    question: (name: string) => `Remove ${name}?`,
    hint: (name: string) => `${name} is signed out immediately and can't sign in again.`,
    button: (name: string) => `Remove ${name}`,
  },
  faults: {
    alreadyHere: (email: string) => `${email} is already an operator.`,
    lastAdmin: "The console needs at least one admin. Make someone else an admin first.",
  },
};
