import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml, sendPage } from '../page.ts'

type AccountChoice = {
  /** The posted value of `account`. */
  value: string
  name: string
  /** An email address or username. */
  detail: string
  /** A URL on the sandbox, or null for the initials. */
  picture: string | null
}

type AccountPage = {
  provider: string
  choices: AccountChoice[]
  redirectUri: string
  /** All redirect URIs of the app, because the app may redirect the user from one to another. */
  redirectUris: string[]
  /** The input in the form for another account, if it is invalid. */
  invalid?: OtherAccount
}

export type OtherAccount = { email: string; name: string }

/** The user's choice on the page. */
type AccountSelection =
  | { kind: 'cancel' }
  | { kind: 'account'; value: string }
  | ({ kind: 'other' } & OtherAccount)

/** Parses a posted form. A missing body counts as a form with empty fields. */
export function readSelection(body: unknown): AccountSelection {
  const form = (body ?? {}) as Record<string, string | undefined>
  if (form.cancel) return { kind: 'cancel' }
  if (form.account) return { kind: 'account', value: form.account }
  return { kind: 'other', email: (form.email ?? '').trim(), name: (form.name ?? '').trim() }
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(text)
}

/** Sends the account page of a provider. It asks for no password. */
export function sendAccountPage(reply: FastifyReply, page: AccountPage) {
  const titlePrefix = page.invalid ? 'Error: ' : ''
  return sendPage(reply.code(page.invalid ? 400 : 200), {
    title: `${titlePrefix}Sign in with ${page.provider} – Freehub sandbox`,
    body: renderBody(page),
    // Leaves out further IPv6 addresses, because a CSP source for one allows its whole scheme.
    formTargets: [...page.redirectUris.filter((uri) => !uri.includes('[')), page.redirectUri],
  })
}

function renderBody({ provider, choices, redirectUri, invalid }: AccountPage) {
  return `<main class="sign-in">
<h1>Sign in with ${provider}</h1>
<p class="quiet">This page is part of the sandbox. No password is needed, and no data leaves this machine. You will continue to <strong>${escapeHtml(new URL(redirectUri).host)}</strong>.</p>
<h2 id="choose">Choose an account</h2>
<form method="post" aria-labelledby="choose">
<ul>
${choices.map(renderChoice).join('\n')}
</ul>
</form>
<h2 id="other">Use another account</h2>
<form method="post" aria-labelledby="other" novalidate>
<div class="fields">
<div>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${escapeHtml(invalid?.email ?? '')}"${invalid ? ' aria-invalid="true" aria-describedby="problem" autofocus' : ''}>
${invalid ? `<p class="problem" id="problem">${describeProblem(invalid.email)}</p>` : ''}
</div>
<div>
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" maxlength="80" value="${escapeHtml(invalid?.name ?? '')}">
</div>
</div>
<p class="actions">
<button class="main">Continue</button>
<button name="cancel" value="yes">Cancel</button>
</p>
</form>
</main>`
}

function renderChoice({ value, name, detail, picture }: AccountChoice) {
  const avatar = picture
    ? `<img src="${escapeHtml(picture)}" alt="" width="36" height="36">`
    : `<span class="face" aria-hidden="true">${initials(name)}</span>`
  return `<li><button name="account" value="${escapeHtml(value)}">${avatar}<span><strong>${escapeHtml(name)}</strong> <span class="detail">${escapeHtml(detail)}</span></span></button></li>`
}

function describeProblem(email: string) {
  return email
    ? 'This is not an email address. Enter an address such as ada@example.com.'
    : 'Enter an email address.'
}

/** Parses form-encoded bodies into objects. */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** White text has a contrast of at least 5 on each colour. */
const colors = ['#0b57a4', '#1f6b3a', '#8a3d00', '#7a2a6b', '#4a4fb0', '#0d6a70']

/** Serves profile pictures: a disc with the initials of the name in the path. */
export async function registerPictures(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>('/:name.svg', (request, reply) =>
    reply
      .type('image/svg+xml')
      .header('content-security-policy', "default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=3600')
      .send(renderPicture(request.params.name)),
  )
}

function renderPicture(name: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<circle cx="48" cy="48" r="48" fill="${colorOf(name)}"/>
<text x="48" y="62" text-anchor="middle" font-family="system-ui, sans-serif" font-size="38" font-weight="600" fill="#ffffff">${initials(name)}</text>
</svg>
`
}

function colorOf(name: string) {
  return colors[(createHash('sha256').update(name).digest()[0] ?? 0) % colors.length]
}

/** `grace-porter`, `Grace Porter` → `GP`. Uses only the letters A to Z. */
export function initials(name: string): string {
  const words = name.split(/[^a-zA-Z]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('')
}
