/** The words of the people of an account. */
export const texts = {
  tabs: {
    title: "Account",
    you: "You",
    people: "People",
  },
  title: "People",
  sentence: (account: string) => `People who can order for ${account}.`,
  sentenceForBuyer: (account: string) =>
    `People who can order for ${account}. Admins can invite and remove people.`,
  roles: "Buyers order. Admins also manage people and keys.",
  you: "You",
  changeTo: (role: string) => `Change to ${role}`,
  changeToOf: (role: string, name: string) => `Change to ${role}: ${name}`,
  remove: "Remove…",
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeHint: (name: string) => `${name} is signed out immediately and can't sign in again.`,
  removePerson: (name: string) => `Remove ${name}`,
  alreadyHere: (email: string) => `${email} already belongs to your account.`,
  lastAdmin: "An account needs at least one admin. Make someone else an admin first.",
};
