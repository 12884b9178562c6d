import type { FastifyInstance } from 'fastify'
import { inboxHead, sentAt } from '../inbox-head.ts'
import type { Messages } from '../messages.ts'
import { escapeHtml, sendPage } from '../page.ts'
import type { Text } from './hook-routes.ts'

/** All texts on one page, which renews itself. */
export async function registerTextPage(app: FastifyInstance, texts: Messages<Text>) {
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Texts', body: body(texts.all()), refreshSeconds: 5 }),
  )
}

function body(texts: Text[]) {
  const head = inboxHead('texts')
  if (texts.length === 0) return `${head}<p class="empty">No text yet</p>`
  return `${head}<table>
<thead><tr><th>Text</th><th>To</th><th>Received</th></tr></thead>
<tbody>
${texts.map(row).join('\n')}
</tbody></table>`
}

function row(text: Text) {
  return `<tr><td class="said">${escapeHtml(text.text)}</td><td class="whole">${escapeHtml(text.to)}</td><td>${sentAt(text)}</td></tr>`
}
