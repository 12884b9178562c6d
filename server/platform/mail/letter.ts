import type { UnconfirmedMail } from './limit-unconfirmed.ts'

/** What a mail says, before it is put into plain text and into HTML. */
export interface Letter {
  to: string
  subject: string
  /** Whom it greets. Undefined where the address is not known to be his: names can be abused. */
  name: string | undefined
  blocks: Block[]
  /** The count that limits mails to an unconfirmed address. Absent for a confirmed one. */
  unconfirmed?: UnconfirmedMail | undefined
}

/** A paragraph; the one thing to do; another way; or facts, one a line. */
export type Block =
  | string
  | { press: string; url: string }
  | { see: string; url: string }
  | { facts: [name: string, value: string][] }

/**
 * How a letter begins. Mail programs make links of what looks like one: a name that does is left
 * out, for a stranger may have given it with somebody else's address.
 */
export function greeting({ name }: Letter): string {
  return name && !/[/@\\]|\.\p{L}{2}/u.test(name) ? `Hello ${name},` : 'Hello,'
}
