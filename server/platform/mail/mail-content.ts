import type { UnconfirmedMail } from './limit-unconfirmed.ts'

/** The content of a mail, which is rendered as plain text and as HTML. */
export interface MailContent {
  to: string
  subject: string
  /** The name in the greeting. Undefined if the address may not be the user's own: names can be abused. */
  name: string | undefined
  blocks: MailBlock[]
  /** The rate limit for an unconfirmed address. Absent for a confirmed one. */
  unconfirmed?: UnconfirmedMail | undefined
}

/** A paragraph, the main action, a secondary link, or facts with one line each. */
export type MailBlock =
  | string
  | { button: string; url: string }
  | { link: string; url: string }
  | { facts: [name: string, value: string][] }

/**
 * Formats the greeting. Mail clients turn text that looks like a URL into a link. Such a name is omitted,
 * because another person may have signed up with this address.
 */
export function formatGreeting({ name }: MailContent): string {
  return name && !/[/@\\]|\.\p{L}{2}/u.test(name) ? `Hello ${name},` : 'Hello,'
}
