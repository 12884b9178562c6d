import { type AccountLinks, composeAccountMail } from './features/identity/mails/account-mail.ts'
import { composeOrderMail } from './features/orders/mails/compose-order-mail.ts'
import type { Db } from './platform/database/connections/connect.ts'
import { renderMailHtml, renderMailText } from './platform/mail/render-mail.ts'
import type { ComposeMail } from './platform/mail/send-mails.ts'

/** Returns the composer of all mails, in plain text and in HTML. Links begin with `origin`. */
export function createMailComposer(db: Db, links: AccountLinks, origin: string): ComposeMail {
  const pageUrl = (path: string) => new URL(path, origin).href
  return async (mail) => {
    const context = { db, pageUrl, links }
    const letter =
      'orderId' in mail
        ? await composeOrderMail(context, mail)
        : await composeAccountMail(context, mail)
    if (!letter) return undefined
    const { to, subject, unconfirmed } = letter
    return {
      ...{ to, subject, unconfirmed },
      text: renderMailText(letter),
      html: renderMailHtml(letter, origin),
    }
  }
}
