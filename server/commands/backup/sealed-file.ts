import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** First bytes of a backup. The content follows, compressed with Zstandard, then a SHA-256 of all bytes before. */
const MAGIC = Buffer.from('freehub backup 1\n')
const CHECKSUM_BYTES = 32

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/**
 * Writes a file atomically: it exists completely or not at all. Only its owner can read it. Never overwrites
 * a file. Returns the size in bytes.
 */
export async function writeSealed(
  file: string,
  content: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<number> {
  await refuseExisting(file)
  // A random name: process ids repeat between containers.
  const unfinished = `${file}.unfinished-${randomUUID()}`
  const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw new Error(`${file} cannot be written (${error.code}).`)
  })
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      createZstdCompress(),
      createSealer(),
      handle.createWriteStream({ flush: true }),
      { ...(signal && { signal }) },
    )
    await publishFile(unfinished, file)
    return (await lstat(file)).size
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw DISK_FULL.has(code)
      ? new Error(`There is not enough disk space for ${file} (${code}).`)
      : error
  } finally {
    await handle.close().catch(() => {})
    await rm(unfinished, { force: true })
  }
}

export async function refuseExisting(file: string): Promise<void> {
  if (await lstat(file).catch(() => undefined)) {
    throw new Error(`${file} already exists: write the backup to another file.`)
  }
}

/** Creates a hard link, which fails if the file exists. A rename would overwrite it. */
async function publishFile(unfinished: string, file: string): Promise<void> {
  await link(unfinished, file).catch(async (error) => {
    await refuseExisting(file)
    if (!NO_LINKS.has(error.code)) throw error
    await rename(unfinished, file)
  })
  const folder = await open(path.dirname(file), 'r')
  // Some file systems cannot flush a directory.
  await folder.sync().catch(() => {})
  await folder.close()
}

function createSealer(): Transform {
  const hash = createHash('sha256').update(MAGIC)
  let started = false
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      if (!started) this.push(MAGIC)
      started = true
      done(null, chunk)
    },
    flush(done) {
      done(null, hash.digest())
    },
  })
}

/**
 * Verifies the checksum of a sealed file, then returns its content as a stream. Throws an Error with a
 * message for the operator.
 */
export async function openSealed(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file, 'r').catch((error) => {
    throw new Error(`${file} cannot be read (${error.code}).`)
  })
  try {
    const end = await verifyChecksum(handle, file)
    const compressed = createReadStream('', { fd: handle, start: MAGIC.length, end: end - 1 })
    const content = createZstdDecompress()
    // Errors reach the reader of `content`.
    pipeline(compressed, content).catch(() => {})
    return content
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Returns the offset at which the content ends. */
async function verifyChecksum(handle: FileHandle, file: string): Promise<number> {
  const { size } = await handle.stat()
  const end = size - CHECKSUM_BYTES
  const magic = Buffer.alloc(MAGIC.length)
  await handle.read(magic, 0, magic.length, 0)
  if (end <= MAGIC.length || !magic.equals(MAGIC)) {
    throw new Error(`${file} is not a backup that this version of the shop can read.`)
  }
  const hash = await hashOf(handle, end)
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  await handle.read(checksum, 0, CHECKSUM_BYTES, end)
  if (!hash.digest().equals(checksum)) {
    throw new Error(`${file} is damaged: it was truncated or altered. Use another backup.`)
  }
  return end
}

async function hashOf(handle: FileHandle, end: number): Promise<Hash> {
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ start: 0, end: end - 1, autoClose: false })) {
    hash.update(chunk)
  }
  return hash
}
