import type { FastifyReply } from 'fastify'
import { escapeHtml, sendPage } from '../page.ts'
import { initials } from './pictures.ts'

type AccountChoice = {
  /** Comes back as `account` when this one is pressed. */
  value: string
  name: string
  /** Tells it from the others: an e-mail address, or a user name. */
  detail: string
  /** An address on this stand-in, or null for the initials. */
  picture: string | null
}

type AccountPage = {
  provider: string
  choices: AccountChoice[]
  /** Where the person goes on to. */
  redirectUri: string
  /** All addresses of the app: what it does after the redirect is up to it. */
  redirectUris: string[]
  /** What was typed for another account, and could not be used. */
  refused?: OtherAccount
}

export type OtherAccount = { email: string; name: string }

/** What the page posts: one of the accounts, another one, or that the person wants none of it. */
export type Answer =
  | { kind: 'cancel' }
  | { kind: 'account'; value: string }
  | ({ kind: 'other' } & OtherAccount)

/** Reads a post of the page; a body of anybody else's making is as good as empty fields. */
export function readAnswer(body: unknown): Answer {
  const form = (body ?? {}) as Record<string, string | undefined>
  if (form.cancel) return { kind: 'cancel' }
  if (form.account) return { kind: 'account', value: form.account }
  return { kind: 'other', email: (form.email ?? '').trim(), name: (form.name ?? '').trim() }
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(text)
}

/** The provider's page on which a person says who they are. Nobody is asked for a password. */
export function sendAccountPage(reply: FastifyReply, page: AccountPage) {
  const wrong = page.refused ? 'Error: ' : ''
  return sendPage(reply.code(page.refused ? 400 : 200), {
    title: `${wrong}Sign in with ${page.provider} – sandbox stand-in`,
    body: body(page),
    formsLeadTo: [...page.redirectUris.filter((uri) => !uri.includes('[')), page.redirectUri],
  })
}

function body({ provider, choices, redirectUri, refused }: AccountPage) {
  return `<main class="sign-in">
<h1>Sign in with ${provider}</h1>
<p class="quiet">A sandbox stand-in: no password, and nothing leaves this machine. You go on to <strong>${escapeHtml(new URL(redirectUri).host)}</strong>.</p>
<h2 id="choose">Choose an account</h2>
<form method="post" aria-labelledby="choose">
<ul>
${choices.map(choiceButton).join('\n')}
</ul>
</form>
<h2 id="other">Use another account</h2>
<form method="post" aria-labelledby="other" novalidate>
<div class="fields">
<div>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${escapeHtml(refused?.email ?? '')}"${refused ? ' aria-invalid="true" aria-describedby="problem" autofocus' : ''}>
${refused ? `<p class="problem" id="problem">${problem(refused.email)}</p>` : ''}
</div>
<div>
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" maxlength="80" value="${escapeHtml(refused?.name ?? '')}">
</div>
</div>
<p class="actions">
<button class="main">Continue</button>
<button name="cancel" value="yes">Cancel</button>
</p>
</form>
</main>`
}

function choiceButton({ value, name, detail, picture }: AccountChoice) {
  const face = picture
    ? `<img src="${escapeHtml(picture)}" alt="" width="36" height="36">`
    : `<span class="face" aria-hidden="true">${initials(name)}</span>`
  return `<li><button name="account" value="${escapeHtml(value)}">${face}<span><strong>${escapeHtml(name)}</strong> <span class="detail">${escapeHtml(detail)}</span></span></button></li>`
}

function problem(email: string) {
  return email
    ? 'This is not an email address. Write one such as ada@example.com.'
    : 'Enter an email address.'
}
