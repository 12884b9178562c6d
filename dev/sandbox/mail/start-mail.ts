import type { FastifyInstance } from 'fastify'
import { type MessageFaults, registerControl } from '../message-control.ts'
import type { SandboxSettings } from '../settings.ts'
import { registerInbox } from './inbox-routes.ts'
import { openMailbox } from './mailbox.ts'
import { listenSmtp } from './smtp.ts'

/** Stands in for the mail of the world: takes every message and shows it to whoever looks. */
export async function startMail(app: FastifyInstance, settings: SandboxSettings, folder: string) {
  const mailbox = openMailbox(folder)
  const faults: MessageFaults = { refuse: false, delayMs: 0 }
  app.register((scope) => registerInbox(scope, mailbox), { prefix: '/mail' })
  app.get('/mail.json', { exposeHeadRoute: false }, (request) => {
    const { to } = request.query as { to?: string }
    return mailbox.all().filter((message) => !to || message.to.some(same(to)))
  })
  app.register((scope) => registerControl(scope, mailbox, faults), { prefix: '/sandbox/mail' })
  return listenSmtp(mailbox, faults, { host: settings.host, port: settings.smtpPort })
}

function same(wanted: string) {
  return (address: string) => address.toLowerCase() === wanted.toLowerCase()
}
