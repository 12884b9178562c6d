import { isRefusal } from '@freehub/contract/refusals'
import { isDatabaseOutage } from '../../../platform/http/problems.ts'
import type { PhotoFile } from './encode-photo.ts'

type KeptFile = Pick<PhotoFile, 'format' | 'bytes'>
type Read = () => Promise<KeptFile | undefined>

/** What is at an address never changes, but goes one day: so long it may be shown afterwards. */
const OLDEST_MS = 10 * 60_000

/**
 * Keeps the photos that are asked for most lately by their addresses, `most` bytes of them, so that not
 * everybody who looks at a list has the database send its pictures. Several who ask at once for one wait
 * for one reading; one that is known is shown for longer while no new reading can be had.
 */
export function keepPhotoFiles(most: number) {
  const kept = new Map<string, { file: KeptFile; readAt: number }>()
  const reading = new Map<string, Promise<KeptFile | undefined>>()
  let bytes = 0

  function drop(address: string) {
    bytes -= kept.get(address)?.file.bytes.length ?? 0
    kept.delete(address)
  }

  function keep(address: string, file: KeptFile, readAt: number) {
    drop(address)
    kept.set(address, { file, readAt })
    bytes += file.bytes.length
    for (const longest of kept.keys()) {
      if (bytes <= most) return
      drop(longest)
    }
  }

  async function readAnew(address: string, read: Read) {
    const readAt = Date.now()
    const file = await read()
    if (file) keep(address, file, readAt)
    return file
  }

  return async function photoFile(address: string, read: Read): Promise<KeptFile | undefined> {
    const known = kept.get(address)
    if (known && Date.now() - known.readAt < OLDEST_MS) {
      // Now it is the one that was asked for last.
      keep(address, known.file, known.readAt)
      return known.file
    }
    let file = reading.get(address)
    if (!file) {
      file = readAnew(address, read).finally(() => reading.delete(address))
      reading.set(address, file)
    }
    return known ? file.catch((error) => orKnown(error, known.file)) : file
  }
}

function orKnown(error: unknown, known: KeptFile): KeptFile {
  if (isRefusal(error) || isDatabaseOutage(error)) return known
  throw error
}
