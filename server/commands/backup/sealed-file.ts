import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** What a backup begins with. Then comes what is in it, by Zstandard, and a SHA-256 of all before it. */
const MAGIC = Buffer.from('freehub backup 1\n')
const SEAL_BYTES = 32

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What file systems say that know no second name of a file. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/**
 * Writes a file that is there whole or not at all, for its owner alone to read. Never writes over one.
 * Answers its size in bytes.
 */
export async function writeSealed(
  file: string,
  content: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<number> {
  await refuseExisting(file)
  // In a container each process has the same id.
  const unfinished = `${file}.unfinished-${randomUUID()}`
  const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw new Error(`${file} cannot be written (${error.code}).`)
  })
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      createZstdCompress(),
      sealing(),
      handle.createWriteStream({ flush: true }),
      { ...(signal && { signal }) },
    )
    await nameFinished(unfinished, file)
    return (await lstat(file)).size
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw FULL.has(code) ? new Error(`There is no room for ${file} (${code}).`) : error
  } finally {
    await handle.close().catch(() => {})
    await rm(unfinished, { force: true })
  }
}

export async function refuseExisting(file: string): Promise<void> {
  if (await lstat(file).catch(() => undefined)) {
    throw new Error(`${file} is there already: write the backup to another file.`)
  }
}

/** A second name is refused where there is a file already; renaming would write over it. */
async function nameFinished(unfinished: string, file: string): Promise<void> {
  await link(unfinished, file).catch(async (error) => {
    await refuseExisting(file)
    if (!NO_LINKS.has(error.code)) throw error
    await rename(unfinished, file)
  })
  const folder = await open(path.dirname(file), 'r')
  // Where a folder cannot be flushed, that is all one can do.
  await folder.sync().catch(() => {})
  await folder.close()
}

function sealing(): Transform {
  const hash = createHash('sha256').update(MAGIC)
  let begun = false
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      if (!begun) this.push(MAGIC)
      begun = true
      done(null, chunk)
    },
    flush(done) {
      done(null, hash.digest())
    },
  })
}

/**
 * Opens a sealed file after it was read once, whole, and found as it was written. Answers its content,
 * as it comes. Throws an Error in a sentence.
 */
export async function openSealed(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file, 'r').catch((error) => {
    throw new Error(`${file} cannot be read (${error.code}).`)
  })
  try {
    const end = await requireSeal(handle, file)
    const packed = createReadStream('', { fd: handle, start: MAGIC.length, end: end - 1 })
    const content = createZstdDecompress()
    // What goes wrong is told to whoever reads the content.
    pipeline(packed, content).catch(() => {})
    return content
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Answers where the content ends. */
async function requireSeal(handle: FileHandle, file: string): Promise<number> {
  const { size } = await handle.stat()
  const end = size - SEAL_BYTES
  const magic = Buffer.alloc(MAGIC.length)
  await handle.read(magic, 0, magic.length, 0)
  if (end <= MAGIC.length || !magic.equals(MAGIC)) {
    throw new Error(`${file} is no backup of the shop that this version can read.`)
  }
  const hash = await hashOf(handle, end)
  const seal = Buffer.alloc(SEAL_BYTES)
  await handle.read(seal, 0, SEAL_BYTES, end)
  if (!hash.digest().equals(seal)) {
    throw new Error(
      `${file} is not as it was written: it was cut off, or altered. Take another one.`,
    )
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
