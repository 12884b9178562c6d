import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { renderInbox, renderReceivedAt } from '../inbox-page.ts'
import {
  type MessageFaults,
  type MessageStore,
  openMessageStore,
  registerControl,
} from '../message-store.ts'
import { escapeHtml, sendPage } from '../page.ts'
import type { SandboxSettings } from '../settings.ts'

/** Registers the replacement of a mail server: an SMTP server, and an inbox that shows all mail. */
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

export type Message = {
  id: string
  /** ISO 8601. */
  receivedAt: string
  from: string
  /** The envelope recipients, regardless of the headers. */
  to: string[]
  subject: string
  text: string
  html: string | null
  attachments: { name: string; type: string; bytes: number }[]
}

type Mailbox = MessageStore<Message>

export function openMailbox(folder: string, maxMessages?: number): Mailbox {
  return openMessageStore<Message>(folder, maxMessages)
}

const MAX_BYTES = 10 * 1024 * 1024

/** Starts an SMTP server that stores mail from any sender to any recipient. */
async function listenSmtp(
  mailbox: Mailbox,
  faults: MessageFaults,
  { host, port }: { host: string; port: number },
) {
  const server = new SMTPServer({
    banner: 'Sandbox mail',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: 50,
    socketTimeout: 60_000,
    closeTimeout: 500,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_address, _session, done) =>
      faults.refuse ? done(smtpError(451, 'Try again later')) : done(),
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(),
        (error) => done(error),
      )
    },
  })
  server.on('error', () => {
    // Ignore broken client connections.
  })

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const chunks: Buffer[] = []
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
    if (stream.sizeExceeded) throw smtpError(552, 'Message exceeds 10 MiB')
    if (faults.delayMs > 0) await wait(faults.delayMs)
    const { mailFrom, rcptTo } = session.envelope
    const email = await PostalMime.parse(Buffer.concat(chunks))
    mailbox.put({
      from: email.from?.address ?? (mailFrom ? mailFrom.address : ''),
      to: rcptTo.map((to) => to.address),
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? null,
      attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        name: filename ?? 'unnamed',
        type: mimeType,
        bytes: typeof content === 'string' ? content.length : content.byteLength,
      })),
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  return {
    smtpUrl: `smtp://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function smtpError(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode })
}

/** Registers the inbox: a list that reloads itself and one page per message. */
async function registerInbox(app: FastifyInstance, mailbox: Mailbox) {
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Inbox', body: renderList(mailbox.all()), refreshSeconds: 5 }),
  )

  app.get('/:id', (request, reply) => {
    const message = mailbox.get((request.params as { id: string }).id)
    if (!message) return sendPage(reply.code(404), { title: 'No such message', body: notFoundBody })
    return sendPage(reply, { title: subjectOf(message), body: renderMessage(message) })
  })

  app.get('/:id/html', (request, reply) => {
    const message = mailbox.get((request.params as { id: string }).id)
    if (message?.html == null) return reply.code(404).send('This message has no HTML.')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', HTML_CSP)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(`<!doctype html><base target="_top">${message.html}`)
  })
}

/** A message may contain styles and images, but no scripts. Its links open in the top window. */
const HTML_CSP =
  "default-src 'none'; img-src data: https: http://localhost:* http://127.0.0.1:*; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"

const notFoundBody = '<h1>No such message</h1><p><a href="/mail">Back to the inbox</a></p>'

function renderList(messages: Message[]) {
  return renderInbox('mail', ['Subject', 'To', 'From', 'Received'], messages.map(renderRow))
}

function renderRow(message: Message) {
  return `<tr><td><a href="/mail/${message.id}">${escapeHtml(subjectOf(message))}</a></td><td>${escapeHtml(message.to.join(', '))}</td><td>${escapeHtml(message.from)}</td><td>${renderReceivedAt(message)}</td></tr>`
}

function renderMessage(message: Message) {
  return `<p><a href="/mail">Inbox</a></p>
<h1>${escapeHtml(subjectOf(message))}</h1>
<dl>
<dt>From</dt><dd>${escapeHtml(message.from)}</dd>
<dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>
<dt>Received</dt><dd>${renderReceivedAt(message)}</dd>
${message.attachments.map(renderAttachment).join('\n')}
</dl>
${message.html === null ? '' : `<h2>HTML</h2><iframe src="/mail/${message.id}/html" title="The message as HTML" sandbox="allow-top-navigation-by-user-activation"></iframe>`}
<h2>Text</h2>
<pre>${message.text ? renderLinks(message.text) : 'This message has no text.'}</pre>`
}

function renderAttachment({ name, type, bytes }: Message['attachments'][number]) {
  return `<dt>Attached</dt><dd>${escapeHtml(name)} (${escapeHtml(type)}, ${bytes} bytes)</dd>`
}

function renderLinks(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, index) => {
      const escaped = escapeHtml(part)
      return index % 2 ? `<a href="${escaped}">${escaped}</a>` : escaped
    })
    .join('')
}

function subjectOf(message: Message) {
  return message.subject || '(no subject)'
}
