import type { Db } from '../database/connect.ts'
import { type AccountLinks, accountLetter } from './account-letter.ts'
import { letterAsHtml } from './letter-as-html.ts'
import { letterAsText } from './letter-as-text.ts'
import type { UnconfirmedMail } from './limit-unconfirmed.ts'
import { orderLetter } from './order-letter.ts'
import type { Mail } from './queue-mail.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  unconfirmed?: UnconfirmedMail | undefined
}

/** Puts a queued mail into words; undefined when it is no longer true. */
export type ComposeMail = (mail: Mail) => Promise<Message | undefined>

/** Every mail of the shop, in plain text and in HTML. Its links begin with `origin`. */
export function mailComposer(db: Db, links: AccountLinks, origin: string): ComposeMail {
  const pageUrl = (path: string) => new URL(path, origin).href
  return async (mail) => {
    const around = { db, pageUrl, links }
    const letter =
      'orderId' in mail ? await orderLetter(around, mail) : await accountLetter(around, mail)
    if (!letter) return undefined
    const { to, subject, unconfirmed } = letter
    return {
      ...{ to, subject, unconfirmed },
      text: letterAsText(letter),
      html: letterAsHtml(letter, origin),
    }
  }
}
