import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { MessageFaults } from '../message-control.ts'
import type { MessageStore } from '../messages.ts'

export type Sms = {
  id: string
  /** ISO 8601. */
  receivedAt: string
  /** The phone number of the recipient. */
  to: string
  text: string
}

/**
 * Registers the hook that receives SMS. It requires the shared secret and ignores repeated
 * Idempotency-Keys.
 */
export async function registerHook(
  app: FastifyInstance,
  messages: MessageStore<Sms>,
  faults: MessageFaults,
  secret: string,
) {
  const seenKeys = new Set<string>()

  app.post('/texts', { schema: { body: bodySchema } }, async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${secret}`)) {
      return reply.code(401).send({ error: { message: 'The hook secret is wrong.' } })
    }
    if (faults.delayMs > 0) await wait(faults.delayMs)
    if (faults.refuse) {
      return reply.code(503).send({ error: { message: 'SMS cannot be sent at the moment.' } })
    }
    const key = String(request.headers['idempotency-key'] ?? '')
    if (!seenKeys.has(key)) messages.put(request.body as { to: string; text: string })
    if (key) seenKeys.add(key)
    return reply.code(202).send({})
  })
}

const bodySchema = {
  type: 'object',
  required: ['to', 'text'],
  additionalProperties: false,
  properties: {
    to: { type: 'string', pattern: '^\\+[1-9]\\d{6,14}$' },
    text: { type: 'string', minLength: 1, maxLength: 1600 },
  },
}

function isEqual(left: string, right: string) {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
