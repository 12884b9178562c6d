import { timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { renderInbox, renderReceivedAt } from '../inbox-page.ts'
import {
  type MessageFaults,
  type MessageStore,
  openMessageStore,
  registerControl,
} from '../message-store.ts'
import { escapeHtml, sendPage } from '../page.ts'
import type { SandboxSettings } from '../settings.ts'

/** Registers the replacement of an SMS provider: a hook that accepts SMS, and a page that shows them. */
export function registerSms(app: FastifyInstance, settings: SandboxSettings) {
  const messages: MessageStore<Sms> = openMessageStore<Sms>(join(settings.dataDir, 'sms'))
  const faults: MessageFaults = { refuse: false, delayMs: 0 }
  app.get('/sms.json', { exposeHeadRoute: false }, (request) => {
    const { to } = request.query as { to?: string }
    return messages.all().filter((sms) => !to || sms.to === to)
  })
  app.register((scope) => registerSmsPage(scope, messages), { prefix: '/sms' })
  app.register((scope) => registerHook(scope, messages, faults, settings.smsSecret))
  app.register((scope) => registerControl(scope, messages, faults), { prefix: '/sandbox/sms' })
}

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
async function registerHook(
  app: FastifyInstance,
  messages: MessageStore<Sms>,
  faults: MessageFaults,
  secret: string,
) {
  const seenKeys = new Set<string>()

  app.post('/sms', { schema: { body: bodySchema } }, async (request, reply) => {
    if (!isEqualInConstantTime(request.headers.authorization ?? '', `Bearer ${secret}`)) {
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

function isEqualInConstantTime(left: string, right: string) {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Registers a page that lists all SMS and reloads every five seconds. */
async function registerSmsPage(app: FastifyInstance, messages: MessageStore<Sms>) {
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'SMS', body: renderBody(messages.all()), refreshSeconds: 5 }),
  )
}

function renderBody(messages: Sms[]) {
  return renderInbox('sms', ['Text', 'To', 'Received'], messages.map(renderRow))
}

function renderRow(sms: Sms) {
  return `<tr><td class="message">${escapeHtml(sms.text)}</td><td class="whole">${escapeHtml(sms.to)}</td><td>${renderReceivedAt(sms)}</td></tr>`
}
