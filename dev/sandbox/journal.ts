import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

type Journal<Entry> = {
  /** The entries found when the file was opened, oldest first. */
  entries: Entry[]
  /**
   * Appends an entry. Returns after the line is written to the operating system, so that a later
   * kill -9 loses nothing.
   */
  append(entry: Entry): void
  /** Replaces the whole file atomically. */
  rewrite(entries: Entry[]): void
  close(): void
}

/** Opens an append-only file of JSON lines. Drops a partial last line, which was never acknowledged. */
export function openJournal<Entry>(path: string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const entries = readEntries<Entry>(path)
  let file = openSync(path, 'a', 0o600)

  return {
    entries,
    append: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`),
    rewrite(entries) {
      const next = `${path}.next`
      writeFileSync(next, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
        mode: 0o600,
      })
      closeSync(file)
      renameSync(next, path)
      file = openSync(path, 'a', 0o600)
    },
    close: () => closeSync(file),
  }
}

/** Removes a partial last line from the file, and reads the entries. */
function readEntries<Entry>(path: string): Entry[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const completeLength = bytes.lastIndexOf('\n') + 1
  if (completeLength < bytes.length) truncateSync(path, completeLength)
  return bytes
    .toString('utf8', 0, completeLength)
    .split('\n')
    .filter(Boolean)
    .map((line, index) => parseLine<Entry>(line, `${path}:${index + 1}`))
}

function parseLine<Entry>(line: string, position: string): Entry {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${position} is not JSON. Delete the file to reset the sandbox.`)
  }
}
