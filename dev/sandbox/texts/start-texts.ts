import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type MessageFaults, registerControl } from '../message-control.ts'
import { type Messages, openMessages } from '../messages.ts'
import type { SandboxSettings } from '../settings.ts'
import { registerHook, type Text } from './hook-routes.ts'
import { registerTextPage } from './text-page.ts'

/** Stands in for whoever sends texts to phones: takes every one and shows it to whoever looks. */
export function startTexts(app: FastifyInstance, settings: SandboxSettings) {
  const texts: Messages<Text> = openMessages<Text>(join(settings.dataDir, 'texts'))
  const faults: MessageFaults = { refuse: false, delayMs: 0 }
  app.get('/texts.json', { exposeHeadRoute: false }, (request) => {
    const { to } = request.query as { to?: string }
    return texts.all().filter((text) => !to || text.to === to)
  })
  app.register((scope) => registerTextPage(scope, texts), { prefix: '/texts' })
  app.register((scope) => registerHook(scope, texts, faults, settings.textSecret))
  app.register((scope) => registerControl(scope, texts, faults), { prefix: '/sandbox/texts' })
}
