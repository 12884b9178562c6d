import type { Db } from '../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import type { CardProvider } from './provider/provider.ts'

export interface PaymentDeps {
  db: Db
  cards: CardProvider
  queueMail: QueueMail
  partsChanged: (ids: string[]) => void
}
