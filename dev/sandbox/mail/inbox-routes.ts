import type { FastifyInstance } from 'fastify'
import { renderInboxHeader, renderReceivedAt } from '../inbox-header.ts'
import { escapeHtml, sendPage } from '../page.ts'
import type { Mailbox, Message } from './mailbox.ts'

/** Registers the inbox: a list that refreshes itself and one page per message. */
export async function registerInbox(app: FastifyInstance, mailbox: Mailbox) {
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
  const head = renderInboxHeader('mail')
  if (messages.length === 0) return `${head}<p class="empty">No mail yet</p>`
  return `${head}<table>
<thead><tr><th>Subject</th><th>To</th><th>From</th><th>Received</th></tr></thead>
<tbody>
${messages.map(renderRow).join('\n')}
</tbody></table>`
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
