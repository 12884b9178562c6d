import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { testCards } from './cards/payments/card-methods.ts'
import { registerCardProvider } from './cards/register-card-provider.ts'
import { githubAccounts } from './github/accounts.ts'
import { registerGithub } from './github/register-github.ts'
import { googleAccounts } from './google/accounts.ts'
import { registerGoogle } from './google/register-google.ts'
import { rejectNonLoopbackHosts } from './loopback.ts'
import { startMail } from './mail/mail.ts'
import { escapeHtml, sendPage } from './page.ts'
import type { SandboxSettings } from './settings.ts'
import { registerSms } from './sms/sms.ts'

export type Sandbox = {
  /** `http://127.0.0.1:3001` */
  url: string
  /** `smtp://127.0.0.1:3002` */
  smtpUrl: string
  close(): Promise<void>
}

/** Starts all services of the sandbox in this process. Port 0 means any free port. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  app.addHook('onRequest', rejectNonLoopbackHosts)
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: { message: `There is no page at ${request.url}.` } }),
  )

  registerWelcome(app)
  const cards = registerCardProvider(app, settings, join(settings.dataDir, 'cards.jsonl'))
  const mail = await startMail(app, settings, join(settings.dataDir, 'mail'))
  registerSms(app, settings)
  registerGithub(app, settings)
  await registerGoogle(app, settings)
  const url = await app.listen({ host: settings.host, port: settings.port })

  return {
    url,
    smtpUrl: mail.smtpUrl,
    async close() {
      await Promise.all([app.close(), mail.close()])
      cards.close()
    },
  }
}

/** Registers the home page of the sandbox, which lists the test cards and accounts. */
function registerWelcome(app: FastifyInstance) {
  const styles = readFileSync(join(import.meta.dirname, 'sandbox.css'))
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))
  app.get('/', (_request, reply) => sendPage(reply, { title: 'Sandbox', body: renderBody() }))
}

function renderBody() {
  return `<h1>Sandbox</h1>
<p class="quiet">Replaces external services on this machine. It moves no money and sends no real mail or SMS.</p>
<p>Inbox: <a href="/mail">Mail</a>, <a href="/sms">SMS</a></p>
<h2>Cards</h2>
<p class="quiet">Use any future date, any security code and any ZIP. Other card numbers are declined.</p>
<table>
<thead><tr><th>Number</th><th>Brand</th><th>Result</th></tr></thead>
<tbody>
${testCards.map(renderCardRow).join('\n')}
</tbody></table>
<h2>Google and GitHub</h2>
<p class="quiet">The sign-in pages need no password. Choose one of these accounts or enter any other email address.</p>
<table>
<thead><tr><th>Account</th><th>Provider</th><th>Special case</th></tr></thead>
<tbody>
${googleAccounts.map(({ email, description }) => renderAccountRow(email, 'Google', description)).join('\n')}
${githubAccounts.map(({ login, description }) => renderAccountRow(login, 'GitHub', description)).join('\n')}
</tbody></table>`
}

function renderAccountRow(account: string, provider: string, description: string) {
  return `<tr><td>${escapeHtml(account)}</td><td>${provider}</td><td>${escapeHtml(description)}</td></tr>`
}

function renderCardRow({ number, brand, authenticates, decline }: (typeof testCards)[number]) {
  const grouped =
    number.length === 15
      ? number.replace(/(.{4})(.{6})/, '$1 $2 ')
      : number.replace(/(.{4})(?=.)/g, '$1 ')
  const outcome = decline ? `declined (${decline.declineCode})` : 'succeeds'
  return `<tr><td><code>${grouped}</code></td><td>${brand}</td><td>${authenticates ? '3-D Secure, then ' : ''}${outcome}</td></tr>`
}
