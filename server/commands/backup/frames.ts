/** A frame of a backup: a JSON note, or bytes of the table that the last note named. */
export type Frame = { note: Record<string, unknown> } | { bytes: Buffer }

/** A frame begins with one byte for its kind and four for its length. */
const HEADER_BYTES = 5
const NOTE = 0
const BYTES = 1

/** Frames have at most this size. Smaller chunks are combined, larger ones split. */
const CHUNK_BYTES = 64 * 1024

export function noteFrame(note: Record<string, unknown>): Buffer {
  return frameOf(NOTE, Buffer.from(JSON.stringify(note)))
}

/** Yields the bytes as frames, in order. */
export async function* byteFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    gathered.push(chunk)
    length += chunk.length
    if (length < CHUNK_BYTES) continue
    const bytes = Buffer.concat(gathered)
    for (let at = 0; at < length; at += CHUNK_BYTES) {
      yield frameOf(BYTES, bytes.subarray(at, at + CHUNK_BYTES))
    }
    gathered = []
    length = 0
  }
  if (length > 0) yield frameOf(BYTES, Buffer.concat(gathered))
}

function frameOf(kind: number, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(kind)
  header.writeUInt32BE(content.length, 1)
  return Buffer.concat([header, content])
}

/** Parses frames from chunks of any size. Throws if the input ends within a frame. */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const length = rest.length < HEADER_BYTES ? Number.NaN : HEADER_BYTES + rest.readUInt32BE(1)
      if (!(rest.length >= length)) break
      const content = rest.subarray(HEADER_BYTES, length)
      yield rest[0] === NOTE ? { note: JSON.parse(content.toString()) } : { bytes: content }
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error('The backup is truncated.')
}
