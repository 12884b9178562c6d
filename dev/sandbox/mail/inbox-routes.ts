import type { FastifyInstance } from 'fastify'
import { inboxHead, sentAt } from '../inbox-head.ts'
import { escapeHtml, sendPage } from '../page.ts'
import type { Mailbox, Message } from './mailbox.ts'

/** The inbox as pages: a list that renews itself, and one page for each message. */
export async function registerInbox(app: FastifyInstance, mailbox: Mailbox) {
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Inbox', body: listBody(mailbox.all()), refreshSeconds: 5 }),
  )

  app.get('/:id', (request, reply) => {
    const message = mailbox.get((request.params as { id: string }).id)
    if (!message) return sendPage(reply.code(404), { title: 'No such message', body: missingBody })
    return sendPage(reply, { title: subjectOf(message), body: messageBody(message) })
  })

  app.get('/:id/html', (request, reply) => {
    const message = mailbox.get((request.params as { id: string }).id)
    if (message?.html == null) return reply.code(404).send('This message has no HTML.')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', HTML_POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .send(`<!doctype html><base target="_top">${message.html}`)
  })
}

/** A message may style itself and show pictures; it may run nothing, and its links take the window. */
const HTML_POLICY =
  "default-src 'none'; img-src data: https: http://localhost:* http://127.0.0.1:*; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"

const missingBody = '<h1>No such message</h1><p><a href="/mail">Back to the inbox</a></p>'

function listBody(messages: Message[]) {
  const head = inboxHead('mail')
  if (messages.length === 0) return `${head}<p class="empty">No mail yet</p>`
  return `${head}<table>
<thead><tr><th>Subject</th><th>To</th><th>From</th><th>Received</th></tr></thead>
<tbody>
${messages.map(row).join('\n')}
</tbody></table>`
}

function row(message: Message) {
  return `<tr><td><a href="/mail/${message.id}">${escapeHtml(subjectOf(message))}</a></td><td>${escapeHtml(message.to.join(', '))}</td><td>${escapeHtml(message.from)}</td><td>${sentAt(message)}</td></tr>`
}

function messageBody(message: Message) {
  return `<p><a href="/mail">Inbox</a></p>
<h1>${escapeHtml(subjectOf(message))}</h1>
<dl>
<dt>From</dt><dd>${escapeHtml(message.from)}</dd>
<dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>
<dt>Received</dt><dd>${sentAt(message)}</dd>
${message.attachments.map(attachment).join('\n')}
</dl>
${message.html === null ? '' : `<h2>HTML</h2><iframe src="/mail/${message.id}/html" title="The message as HTML" sandbox="allow-top-navigation-by-user-activation"></iframe>`}
<h2>Text</h2>
<pre>${message.text ? withLinks(message.text) : 'This message has no text.'}</pre>`
}

function attachment({ name, type, bytes }: Message['attachments'][number]) {
  return `<dt>Attached</dt><dd>${escapeHtml(name)} (${escapeHtml(type)}, ${bytes} bytes)</dd>`
}

function withLinks(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((piece, index) => {
      const safe = escapeHtml(piece)
      return index % 2 ? `<a href="${safe}">${safe}</a>` : safe
    })
    .join('')
}

function subjectOf(message: Message) {
  return message.subject || '(no subject)'
}
