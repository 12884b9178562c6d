import type { FastifyInstance } from 'fastify'
import { renderInboxHeader, renderReceivedAt } from '../inbox-header.ts'
import type { MessageStore } from '../messages.ts'
import { escapeHtml, sendPage } from '../page.ts'
import type { Sms } from './hook-routes.ts'

/** Registers a page with all SMS that refreshes itself. */
export async function registerSmsPage(app: FastifyInstance, messages: MessageStore<Sms>) {
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'SMS', body: renderBody(messages.all()), refreshSeconds: 5 }),
  )
}

function renderBody(messages: Sms[]) {
  const head = renderInboxHeader('texts')
  if (messages.length === 0) return `${head}<p class="empty">No SMS yet</p>`
  return `${head}<table>
<thead><tr><th>Text</th><th>To</th><th>Received</th></tr></thead>
<tbody>
${messages.map(renderRow).join('\n')}
</tbody></table>`
}

function renderRow(sms: Sms) {
  return `<tr><td class="message">${escapeHtml(sms.text)}</td><td class="whole">${escapeHtml(sms.to)}</td><td>${renderReceivedAt(sms)}</td></tr>`
}
