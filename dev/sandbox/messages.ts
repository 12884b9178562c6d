import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is known of every message that arrived. */
type Received = {
  id: string
  /** ISO 8601. */
  receivedAt: string
}

export type Messages<Message extends Received> = {
  /** Returns once the message is in its file. */
  put(message: Omit<Message, keyof Received>): Message
  get(id: string): Message | undefined
  /** Newest first. */
  all(): Message[]
  clear(): void
}

/** A folder with one file for each message; the oldest go when there are more than `most`. */
export function openMessages<Message extends Received>(
  folder: string,
  most = 500,
): Messages<Message> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const messages = new Map<string, Message>()
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue
    const message: Message = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    messages.set(message.id, message)
  }

  return {
    put(parts) {
      const receivedAt = new Date().toISOString()
      const message = { id: newId(receivedAt), receivedAt, ...parts } as Message
      const path = pathOf(message.id)
      writeFileSync(`${path}.next`, JSON.stringify(message), { mode: 0o600 })
      renameSync(`${path}.next`, path)
      messages.set(message.id, message)
      for (const id of [...messages.keys()].slice(0, -most)) remove(id)
      return message
    },
    get: (id) => messages.get(id),
    all: () => [...messages.values()].reverse(),
    clear() {
      for (const id of [...messages.keys()]) remove(id)
    },
  }

  function remove(id: string) {
    messages.delete(id)
    rmSync(pathOf(id), { force: true })
  }

  function pathOf(id: string) {
    return join(folder, `${id}.json`)
  }
}

let made = 0

/** Sorts as text by when it was made, within a millisecond too. */
function newId(receivedAt: string) {
  const count = String(++made).padStart(6, '0')
  return `${receivedAt.replace(/\D/g, '')}-${count}-${randomBytes(4).toString('hex')}`
}
