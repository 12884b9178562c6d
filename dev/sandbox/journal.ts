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

export type Journal<Entry> = {
  /** What was written before, oldest first. */
  entries: Entry[]
  /** Returns once the operating system has the line, so a kill -9 afterwards loses nothing. */
  append(entry: Entry): void
  /** Replaces the whole file in one step. */
  rewrite(entries: Entry[]): void
  close(): void
}

/**
 * Opens a file of JSON lines that is only ever appended to. A last line torn by a kill was never
 * acknowledged and is dropped.
 */
export function openJournal<Entry>(path: string): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const entries = readEntries<Entry>(path)
  let file = openSync(path, 'a', 0o600)

  return {
    entries,
    append: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`),
    rewrite(kept) {
      const next = `${path}.next`
      writeFileSync(next, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
        mode: 0o600,
      })
      closeSync(file)
      renameSync(next, path)
      file = openSync(path, 'a', 0o600)
    },
    close: () => closeSync(file),
  }
}

function readEntries<Entry>(path: string): Entry[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(path, whole)
  return bytes
    .toString('utf8', 0, whole)
    .split('\n')
    .filter(Boolean)
    .map((line, index) => parseLine<Entry>(line, `${path}:${index + 1}`))
}

function parseLine<Entry>(line: string, place: string): Entry {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${place} is not JSON; the sandbox can begin afresh when that file is removed.`)
  }
}
