import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { MessageFaults } from '../message-control.ts'
import type { Messages } from '../messages.ts'

export type Text = {
  id: string
  /** ISO 8601. */
  receivedAt: string
  /** The number it was sent to. */
  to: string
  text: string
}

/** Where a shop posts its texts, with the secret that both know; a repeated key is the same text. */
export async function registerHook(
  app: FastifyInstance,
  texts: Messages<Text>,
  faults: MessageFaults,
  secret: string,
) {
  const taken = new Set<string>()

  app.post('/texts', { schema: { body: bodySchema } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) {
      return reply.code(401).send({ error: { message: 'This is not the secret of the hook.' } })
    }
    if (faults.delayMs > 0) await wait(faults.delayMs)
    if (faults.refuse) {
      return reply.code(503).send({ error: { message: 'No texts for the time being.' } })
    }
    const key = String(request.headers['idempotency-key'] ?? '')
    if (!taken.has(key)) texts.put(request.body as { to: string; text: string })
    if (key) taken.add(key)
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

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
