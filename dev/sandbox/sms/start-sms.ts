import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type MessageFaults, registerControl } from '../message-control.ts'
import { type MessageStore, openMessageStore } from '../messages.ts'
import type { SandboxSettings } from '../settings.ts'
import { registerHook, type Sms } from './hook-routes.ts'
import { registerSmsPage } from './sms-page.ts'

/** Registers the SMS stand-in: a hook that accepts SMS, and a page that shows them. */
export function startSms(app: FastifyInstance, settings: SandboxSettings) {
  const messages: MessageStore<Sms> = openMessageStore<Sms>(join(settings.dataDir, 'texts'))
  const faults: MessageFaults = { refuse: false, delayMs: 0 }
  app.get('/texts.json', { exposeHeadRoute: false }, (request) => {
    const { to } = request.query as { to?: string }
    return messages.all().filter((text) => !to || text.to === to)
  })
  app.register((scope) => registerSmsPage(scope, messages), { prefix: '/texts' })
  app.register((scope) => registerHook(scope, messages, faults, settings.smsSecret))
  app.register((scope) => registerControl(scope, messages, faults), { prefix: '/sandbox/texts' })
}
