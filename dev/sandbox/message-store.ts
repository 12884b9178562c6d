import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { rejectCrossOriginRequests } from './loopback.ts'

type MessageHeader = {
  id: string
  /** ISO 8601. */
  receivedAt: string
}

export type MessageStore<Message extends MessageHeader> = {
  /** Stores a message. Returns after the message is in its file. */
  put(message: Omit<Message, keyof MessageHeader>): Message
  get(id: string): Message | undefined
  /** Newest first. */
  all(): Message[]
  clear(): void
}

/** Opens a folder with one file per message. Removes the oldest messages above `maxMessages`. */
export function openMessageStore<Message extends MessageHeader>(
  folder: string,
  maxMessages = 500,
): MessageStore<Message> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const messages = new Map<string, Message>()
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue
    const message: Message = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    messages.set(message.id, message)
  }

  return {
    put(fields) {
      const receivedAt = new Date().toISOString()
      const message = { id: newId(receivedAt), receivedAt, ...fields } as Message
      const path = pathOf(message.id)
      writeFileSync(`${path}.next`, JSON.stringify(message), { mode: 0o600 })
      renameSync(`${path}.next`, path)
      messages.set(message.id, message)
      for (const id of [...messages.keys()].slice(0, -maxMessages)) remove(id)
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

let lastNumber = 0

/** Creates an id. Ids sort by time, even within a millisecond. */
function newId(receivedAt: string) {
  const number = String(++lastNumber).padStart(6, '0')
  return `${receivedAt.replace(/\D/g, '')}-${number}-${randomBytes(4).toString('hex')}`
}

export type MessageFaults = {
  /** True: rejects all messages temporarily. */
  refuse: boolean
  /** Delay before a message is accepted, in milliseconds. */
  delayMs: number
}

/** Registers the control routes for tests: fault injection and deletion of messages. */
export async function registerControl(
  app: FastifyInstance,
  messages: { clear(): void },
  faults: MessageFaults,
) {
  app.addHook('onRequest', rejectCrossOriginRequests)

  app.get('/faults', () => faults)
  app.post('/faults', { schema: { body: faultsSchema } }, (request) =>
    Object.assign(faults, request.body),
  )
  app.delete('/faults', () => Object.assign(faults, { refuse: false, delayMs: 0 }))
  app.delete('/messages', (_request, reply) => {
    messages.clear()
    return reply.code(204).send()
  })
}

const faultsSchema = {
  type: 'object',
  properties: { refuse: { type: 'boolean' }, delayMs: { type: 'integer', minimum: 0 } },
}
