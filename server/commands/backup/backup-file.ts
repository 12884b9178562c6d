import { randomUUID } from 'node:crypto'
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/** A frame of a backup: a JSON entry, or bytes of the table that the last entry names. */
export type Frame = { entry: Record<string, unknown> } | { bytes: Buffer }

/** A frame begins with one byte for its kind and four for its length. */
const HEADER_BYTES = 5
const ENTRY = 0
const BYTES = 1

/** Maximum number of table bytes in a frame. Smaller chunks are combined, larger chunks are split. */
const CHUNK_BYTES = 64 * 1024

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Error codes of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/** Writes the whole compressed file, or nothing. Only its owner can read it. Returns the size in bytes. */
export async function writeBackupFile(
  file: string,
  frames: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<number> {
  await refuseExistingFile(file)
  // The name is random, because process ids repeat between containers.
  const temporaryFile = `${file}.unfinished-${randomUUID()}`
  const handle = await open(temporaryFile, 'wx', 0o600).catch((error) => {
    throw new Error(`${file} cannot be written (${error.code}).`)
  })
  try {
    await pipeline(
      Readable.from(frames, { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      handle.createWriteStream({ flush: true }),
      { ...(signal && { signal }) },
    )
    await publishFile(temporaryFile, file)
    return (await lstat(file)).size
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw DISK_FULL.has(code)
      ? new Error(`There is not enough disk space for ${file} (${code}).`)
      : error
  } finally {
    await handle.close().catch(() => {})
    await rm(temporaryFile, { force: true })
  }
}

export async function refuseExistingFile(file: string): Promise<void> {
  if (await lstat(file).catch(() => undefined)) {
    throw new Error(`${file} already exists: write the backup to another file.`)
  }
}

/**
 * Gives the finished backup its name, without overwriting a file: a hard link fails if the name exists. On file systems
 * without hard links, checks first and then renames.
 */
async function publishFile(temporaryFile: string, file: string): Promise<void> {
  await link(temporaryFile, file).catch(async (error) => {
    await refuseExistingFile(file)
    if (!NO_LINKS.has(error.code)) throw error
    await rename(temporaryFile, file)
  })
  const folder = await open(path.dirname(file), 'r')
  // Some file systems cannot flush a directory.
  await folder.sync().catch(() => {})
  await folder.close()
}

/** Verifies the checksum of the whole file, then returns its frames. Throws if the file is missing or not intact. */
export async function openBackupFile(file: string): Promise<AsyncGenerator<Frame>> {
  const handle = await open(file, 'r').catch((error) => {
    throw new Error(`${file} cannot be read (${error.code}).`)
  })
  try {
    for await (const _ of decompress(handle));
    return readFrames(decompress(handle, { autoClose: true }))
  } catch {
    await handle.close()
    throw new Error(
      `${file} is not an intact backup: it was truncated, altered or is another file.`,
    )
  }
}

function decompress(handle: FileHandle, { autoClose = false } = {}): AsyncIterable<Buffer> {
  const content = createZstdDecompress()
  // `pipeline` also destroys `content` with the error, so its reader throws it.
  pipeline(handle.createReadStream({ start: 0, autoClose }), content).catch(() => {})
  return content
}

/** Returns a JSON entry as a frame. */
export function entryFrame(entry: Record<string, unknown>): Buffer {
  return frameOf(ENTRY, Buffer.from(JSON.stringify(entry)))
}

/** Yields the bytes as frames, in order. */
export async function* byteFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    collected.push(chunk)
    length += chunk.length
    if (length < CHUNK_BYTES) continue
    const bytes = Buffer.concat(collected)
    for (let at = 0; at < length; at += CHUNK_BYTES) {
      yield frameOf(BYTES, bytes.subarray(at, at + CHUNK_BYTES))
    }
    collected = []
    length = 0
  }
  if (length > 0) yield frameOf(BYTES, Buffer.concat(collected))
}

/** Returns a frame of this kind, with the length before the content. */
function frameOf(kind: number, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(kind)
  header.writeUInt32BE(content.length, 1)
  return Buffer.concat([header, content])
}

/** Parses frames from chunks of any size. Throws if the input ends within a frame. */
async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt32BE(1)
      if (rest.length < end) break
      const content = rest.subarray(HEADER_BYTES, end)
      yield rest[0] === ENTRY ? { entry: JSON.parse(content.toString()) } : { bytes: content }
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new Error('The backup is truncated.')
}
