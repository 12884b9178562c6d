import { type AccountLinks, accountLetter } from './features/identity/mails/account-letter.ts'
import { orderLetter } from './features/orders/mails/order-letter.ts'
import type { Db } from './platform/database/connections/connect.ts'
import { letterAsHtml } from './platform/mail/letter-as-html.ts'
import { letterAsText } from './platform/mail/letter-as-text.ts'
import type { ComposeMail } from './platform/mail/send-mails.ts'

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
