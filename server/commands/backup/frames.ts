/** A piece of a backup: a note of its own, or bytes of the table that was named last. */
export type Frame = { note: Record<string, unknown> } | { bytes: Buffer }

/** Each frame says its kind and its length first. */
const HEAD_BYTES = 5
const NOTE = 0
const BYTES = 1

/** What comes in crumbs is sent together, and what comes at once in pieces: memory stays bounded. */
const PIECE_BYTES = 64 * 1024

export function noteFrame(note: Record<string, unknown>): Buffer {
  return frameOf(NOTE, Buffer.from(JSON.stringify(note)))
}

/** Frames of all bytes that come, in their order. */
export async function* byteFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    gathered.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    const bytes = Buffer.concat(gathered)
    for (let at = 0; at < length; at += PIECE_BYTES) {
      yield frameOf(BYTES, bytes.subarray(at, at + PIECE_BYTES))
    }
    gathered = []
    length = 0
  }
  if (length > 0) yield frameOf(BYTES, Buffer.concat(gathered))
}

function frameOf(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(kind)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** The frames of a backup again, however its bytes come. Throws when it ends within one. */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const length = rest.length < HEAD_BYTES ? Number.NaN : HEAD_BYTES + rest.readUInt32BE(1)
      if (!(rest.length >= length)) break
      const content = rest.subarray(HEAD_BYTES, length)
      yield rest[0] === NOTE ? { note: JSON.parse(content.toString()) } : { bytes: content }
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error('The backup ends in the middle of a piece.')
}
