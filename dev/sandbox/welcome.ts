import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { testCards } from './cards/test-cards.ts'
import { githubAccounts } from './github/accounts.ts'
import { googleAccounts } from './google/accounts.ts'
import { escapeHtml, sendPage } from './page.ts'

/** The page at the sandbox's root: what stands here, who can sign in, and the cards that may be used. */
export function registerWelcome(app: FastifyInstance) {
  const styles = readFileSync(join(import.meta.dirname, 'sandbox.css'))
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))
  app.get('/', (_request, reply) => sendPage(reply, { title: 'Sandbox', body: body() }))
}

function body() {
  return `<h1>Sandbox</h1>
<p class="quiet">Stands in for the outside world on this machine. No money moves, and no mail and no text leaves.</p>
<p><a href="/mail">Inbox: all mail that was sent</a>, <a href="/texts">and all texts</a></p>
<h2>Cards</h2>
<p class="quiet">Any date in the future, any security code and any ZIP will do. Other numbers are refused.</p>
<table>
<thead><tr><th>Number</th><th>Brand</th><th>What happens</th></tr></thead>
<tbody>
${testCards.map(cardRow).join('\n')}
</tbody></table>
<h2>Google and GitHub</h2>
<p class="quiet">Their pages ask for no password: choose one of these accounts there, or write any other address.</p>
<table>
<thead><tr><th>Account</th><th>Where</th><th>What is special</th></tr></thead>
<tbody>
${googleAccounts.map(({ email, about }) => accountRow(email, 'Google', about)).join('\n')}
${githubAccounts.map(({ login, about }) => accountRow(login, 'GitHub', about)).join('\n')}
</tbody></table>`
}

function accountRow(account: string, where: string, about: string) {
  return `<tr><td>${escapeHtml(account)}</td><td>${where}</td><td>${escapeHtml(about)}</td></tr>`
}

function cardRow({ number, brand, authenticates, decline }: (typeof testCards)[number]) {
  const grouped =
    number.length === 15
      ? number.replace(/(.{4})(.{6})/, '$1 $2 ')
      : number.replace(/(.{4})(?=.)/g, '$1 ')
  const end = decline ? `declined (${decline.declineCode})` : 'pays'
  return `<tr><td><code>${grouped}</code></td><td>${brand}</td><td>${authenticates ? '3-D Secure, then ' : ''}${end}</td></tr>`
}
