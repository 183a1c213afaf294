/** The start of a stream, and all of it, which can be read once. */
type PeekedBytes = {
  readonly head: Uint8Array;
  readonly bytes: AsyncGenerator<Uint8Array>;
};

/** Reads on after `first` until there are `length` bytes, or fewer if the stream ends. */
export async function readAhead(
  bytes: AsyncIterator<Uint8Array>,
  length: number,
  first: Uint8Array = new Uint8Array(),
): Promise<Uint8Array> {
  const pieces = [first];
  let size = first.length;
  while (size < length) {
    const next = await bytes.next();
    if (next.done === true) break;
    pieces.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(pieces);
}

/** Reads the first `length` bytes of a stream, or a few more, without consuming them. */
export async function peekBytes(
  source: AsyncIterable<Uint8Array>,
  length: number,
): Promise<PeekedBytes> {
  const iterator = source[Symbol.asyncIterator]();
  const head = await readAhead(iterator, length);
  async function* all(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head, bytes: all() };
}
