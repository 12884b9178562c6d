import type { FastifyInstance } from 'fastify'
import { type MessageFaults, registerControl } from '../message-control.ts'
import type { SandboxSettings } from '../settings.ts'
import { registerInbox } from './inbox-routes.ts'
import { openMailbox } from './mailbox.ts'
import { listenSmtp } from './smtp.ts'

/** Registers the mail stand-in: an SMTP server, and an inbox that shows all mail. */
export async function startMail(app: FastifyInstance, settings: SandboxSettings, folder: string) {
  const mailbox = openMailbox(folder)
  const faults: MessageFaults = { refuse: false, delayMs: 0 }
  app.register((scope) => registerInbox(scope, mailbox), { prefix: '/mail' })
  app.get('/mail.json', { exposeHeadRoute: false }, (request) => {
    const { to } = request.query as { to?: string }
    return mailbox.all().filter((message) => !to || message.to.some(isRecipient(to)))
  })
  app.register((scope) => registerControl(scope, mailbox, faults), { prefix: '/sandbox/mail' })
  return listenSmtp(mailbox, faults, { host: settings.host, port: settings.smtpPort })
}

function isRecipient(recipient: string) {
  return (address: string) => address.toLowerCase() === recipient.toLowerCase()
}
