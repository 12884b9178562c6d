import {
  type AccountLinks,
  composeAccountMail,
} from './features/identity/mails/compose-account-mail.ts'
import { composeOrderMail } from './features/orders/mails/compose-order-mail.ts'
import type { Db } from './platform/database/connections/connect.ts'
import { renderMailHtml, renderMailText } from './platform/mail/render-mail.ts'
import type { ComposeMail } from './platform/mail/send-mails.ts'

/** Returns a function that composes queued mails of all kinds, in plain text and HTML. Links begin with `origin`. */
export function createMailComposer(db: Db, links: AccountLinks, origin: string): ComposeMail {
  const pageUrl = (path: string) => new URL(path, origin).href
  return async (mail) => {
    const context = { db, pageUrl, links }
    const content =
      'orderId' in mail
        ? await composeOrderMail(context, mail)
        : await composeAccountMail(context, mail)
    if (!content) return undefined
    const { to, subject, unconfirmed } = content
    return {
      to,
      subject,
      unconfirmed,
      text: renderMailText(content),
      html: renderMailHtml(content, origin),
    }
  }
}
