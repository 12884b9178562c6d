import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Block, Letter } from '../../../platform/mail/letter.ts'
import type { OrderMail, OrderMailKind } from '../../../platform/mail/queue-mail.ts'
import type { AccountLinks } from '../../identity/mails/account-letter.ts'
import { type OrderInMail, readOrderForMail } from './order-in-mail.ts'

type PageUrl = (path: string) => string

interface Surroundings {
  db: Db
  pageUrl: PageUrl
  links: Pick<AccountLinks, 'confirmEmail'>
}

/**
 * A mail about an order in words. Undefined when it is no longer true: mails may wait for days
 * while the mail server is away, and nobody is asked to pay for an order that is cancelled.
 */
export async function orderLetter(
  { db, pageUrl, links }: Surroundings,
  { kind, orderId }: OrderMail,
): Promise<Letter | undefined> {
  const order = await readOrderForMail(db, orderId)
  if (!order || !isTrue[kind](order)) return undefined
  if (!order.emailConfirmed) return unconfirmedLetter(order, kind, { pageUrl, links })
  const { subject, says } = words[kind](order, pageUrl)
  return {
    to: order.email,
    subject,
    name: order.isByStranger ? undefined : order.name,
    blocks: [
      ...says,
      summary(order),
      { see: 'See the order', url: pageUrl(`/dashboard/order/${order.id}`) },
    ],
  }
}

/**
 * A mail to an address that is not confirmed: it may belong to a person who has never heard of the
 * shop. It has no text of the customer and, but for a parcel, no link except the one that confirms.
 * Before payment it only asks for that.
 */
async function unconfirmedLetter(
  order: OrderInMail,
  kind: OrderMailKind,
  { pageUrl, links }: Omit<Surroundings, 'db'>,
): Promise<Letter | undefined> {
  if (isBeforePayment.has(kind) && (order.isPaid || order.isCancelled)) return undefined
  const confirm = await links.confirmEmail({ id: order.userId, email: order.email })
  const to = { to: order.email, name: undefined }
  if (isBeforePayment.has(kind))
    return { ...to, unconfirmed: 'unpaid', ...askToConfirm(order, confirm) }
  const { subject, says } = words[kind](order, pageUrl)
  return {
    ...to,
    unconfirmed: 'paid',
    subject,
    blocks: [...says, summary(order), { see: 'Confirm my e-mail', url: confirm }],
  }
}

const isBeforePayment: ReadonlySet<OrderMailKind> = new Set([
  'order-placed',
  'order-lapsing',
  'order-cancelled',
])

function askToConfirm({ id, reservedUntil, reservedUntilIfConfirmed }: OrderInMail, url: string) {
  const longer = reservedUntilIfConfirmed
    ? ` Once your e-mail is confirmed, they are reserved until ${reservedUntilIfConfirmed}.`
    : ''
  return {
    subject: 'Confirm your e-mail to keep your order',
    blocks: [
      `an order at Freehub was placed with this e-mail. Its pieces are reserved until ${reservedUntil}.${longer}`,
      { press: 'Confirm my e-mail', url },
      { facts: [['Order', id]] },
      'If you did not place this order, ignore this mail. The order is then cancelled automatically.',
    ] satisfies Block[],
  }
}

const isTrue: Record<OrderMailKind, (order: OrderInMail) => boolean> = {
  'order-placed': (order) => !order.isCancelled,
  'order-lapsing': (order) => !order.isCancelled && !order.isPaid && order.isAboutToLapse,
  'order-paid': (order) => !order.isCancelled,
  'order-shipped': () => true,
  'order-tracking': (order) => order.carrier !== null,
  'order-cancelled': (order) => order.isCancelled,
  'order-refunded': (order) => order.isRefunded,
  'payment-returned': () => true,
}

const words: Record<
  OrderMailKind,
  (order: OrderInMail, pageUrl: PageUrl) => { subject: string; says: Block[] }
> = {
  'order-placed': (order, pageUrl) => ({
    subject: `Your order of ${order.partName}`,
    says: order.isPaid
      ? ['we have your order.']
      : [
          `we have your order and keep the pieces for you until ${order.reservedUntil}.`,
          payHere(order, pageUrl),
        ],
  }),
  'order-lapsing': (order, pageUrl) => ({
    subject: `Your reservation of ${order.partName} is about to run out`,
    says: [
      `your order is not paid yet. We keep the pieces for you until ${order.reservedUntil}; then the order is cancelled and they go back into stock.`,
      payHere(order, pageUrl),
    ],
  }),
  'order-paid': (order) => ({
    subject: `Your payment for ${order.partName}`,
    says: [`your payment of ${order.total} has arrived. We will ship your order next.`],
  }),
  'order-shipped': (order) => ({
    subject: `Your order of ${order.partName} is on its way`,
    says: ['your order has left our warehouse.', ...parcel(order)],
  }),
  'order-tracking': (order) => ({
    subject: `The parcel with your order of ${order.partName}`,
    says: ['here is who brings your order.', ...parcel(order)],
  }),
  'order-cancelled': (order) => ({
    subject: `Your order of ${order.partName} is cancelled`,
    says: [cancelled[order.cancelledBy], 'There is nothing to pay.'],
  }),
  'order-refunded': (order) => ({
    subject: `Your payment for ${order.partName} goes back to you`,
    says: [
      `we have cancelled your order and refunded your payment of ${order.total}, whole, to the card that it was paid with. Your bank may take a few days to show it.`,
    ],
  }),
  'payment-returned': (order) => ({
    subject: `A payment for ${order.partName} goes back to you`,
    says: [
      whyReturned(order),
      'So we have sent it back, whole, to the card that it was made with. Your bank may take a few days to show it.',
    ],
  }),
}

function parcel({ carrier, trackingNumber, trackingUrl }: OrderInMail): Block[] {
  if (!carrier) return []
  const facts: [string, string][] = [['Carrier', carrier]]
  if (trackingNumber) facts.push(['Parcel', trackingNumber])
  return [{ facts }, ...(trackingUrl ? [{ press: 'Follow the parcel', url: trackingUrl }] : [])]
}

const cancelled: Record<OrderInMail['cancelledBy'], string> = {
  customer: 'you have cancelled your order.',
  staff: 'we have cancelled your order.',
  shop: 'your order was not paid in time, so it is cancelled and its pieces are back in stock.',
}

function whyReturned(order: OrderInMail): string {
  if (order.isCancelled) return 'a payment arrived for your order after the order was cancelled.'
  if (order.isPaid) return 'another payment arrived for your order, which is paid already.'
  return 'a payment arrived for your order that was not its total. The order can still be paid.'
}

function payHere(order: OrderInMail, pageUrl: PageUrl): Block {
  return { press: 'Pay for it here', url: pageUrl(`/dashboard/payment/${order.id}`) }
}

function summary(order: OrderInMail): Block {
  const { isByStranger, emailConfirmed, phone, address } = order
  const contact: [string, string][] = [
    ['Phone', phone],
    ['Address', address],
  ]
  return {
    facts: [
      ['Order', order.id],
      ['Product', order.partName],
      ['Quantity', `${order.quantity} pieces`],
      ['Total', order.total],
      ...(isByStranger || !emailConfirmed ? [] : contact),
    ],
  }
}
