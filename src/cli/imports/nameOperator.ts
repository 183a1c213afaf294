import { userInfo } from "node:os";

/** Names the user who runs a command, for records. */
export function nameOperator(): string {
  try {
    return `shell: ${userInfo().username}`;
  } catch {
    // In a container the user may have no name.
    return `shell: user ${process.getuid?.() ?? "unknown"}`;
  }
}
