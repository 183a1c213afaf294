// Sends bytes to a real port and reads the answer: for requests that no client library sends.
import { connect } from "node:net";

/**
 * Sends `chunks` one after the other, each after the previous was written, and collects the
 * answer until the end.
 */
export function sendRaw(port: number, chunks: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setTimeout(20_000, () => socket.destroy(new Error("no end within 20 s")));
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      answer !== "" || error.code === "ECONNRESET" || error.code === "EPIPE"
        ? resolve(answer)
        : reject(error),
    );
    socket.on("close", () => resolve(answer));
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** The JSON body of a raw answer. */
export function bodyOf(answer: string): { success: boolean; error: Record<string, unknown> } {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
}
