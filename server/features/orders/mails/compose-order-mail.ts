import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { pagePaths } from '@freehub/contract/pages'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { OrderMail, OrderMailKind, RefundReason } from '../../../platform/mail/queue-mail.ts'
import type { MailBlock, MailContent } from '../../../platform/mail/render-mail.ts'
import type { AccountLinks } from '../../identity/mails/compose-account-mail.ts'
import { type OrderForMail, readOrderForMail } from './read-order-for-mail.ts'

type PageUrl = (path: string) => string

interface Deps {
  db: Db
  pageUrl: PageUrl
  links: Pick<AccountLinks, 'confirmEmail'>
}

/** Composes a mail about an order. Returns undefined if the mail is outdated, for example after days in the queue. */
export async function composeOrderMail({ db, pageUrl, links }: Deps, mail: OrderMail) {
  const order = await readOrderForMail(db, mail.orderId)
  if (!order || !isUpToDate[mail.kind](order)) return undefined
  if (!order.emailConfirmed) return composeUnconfirmedMail(order, mail, { pageUrl, links })
  const { subject, mainBlocks } = contents[mail.kind](order, pageUrl, mail.reason)
  return {
    to: order.email,
    subject,
    name: order.hasUntrustedContact ? undefined : order.name,
    blocks: [
      ...mainBlocks,
      ...describeOrder(order),
      { link: 'View order', url: pageUrl(pagePaths.order(order.id)) },
    ],
  }
}

/**
 * Composes a mail to an unconfirmed email address, without text that the customer has typed, because the address may be
 * another person's. Returns undefined if the mail no longer matches the order.
 */
async function composeUnconfirmedMail(
  order: OrderForMail,
  { kind, reason }: OrderMail,
  { pageUrl, links }: Omit<Deps, 'db'>,
): Promise<MailContent | undefined> {
  if (kindsBeforePayment.has(kind) && (order.isPaid || order.isCancelled)) return undefined
  const confirmUrl = await links.confirmEmail({ id: order.userId, email: order.email })
  const recipient = { to: order.email, name: undefined }
  if (kindsBeforePayment.has(kind))
    return { ...recipient, unconfirmed: 'unpaid', ...composeConfirmationRequest(order, confirmUrl) }
  const { subject, mainBlocks } = contents[kind](order, pageUrl, reason)
  return {
    ...recipient,
    unconfirmed: 'paid',
    subject,
    blocks: [...mainBlocks, ...describeOrder(order), { link: 'Confirm my email', url: confirmUrl }],
  }
}

const kindsBeforePayment: ReadonlySet<OrderMailKind> = new Set([
  'order-placed',
  'order-lapsing',
  'order-cancelled',
])

function composeConfirmationRequest(
  { orderNumber, reservedUntil, reservedUntilIfConfirmed }: OrderForMail,
  url: string,
) {
  const extension = reservedUntilIfConfirmed
    ? ` Confirm your email to keep them reserved until ${reservedUntilIfConfirmed}.`
    : ''
  return {
    subject: 'Confirm your email to keep your order',
    blocks: [
      `An order was placed at Freehub with this email address. The pieces are reserved until ${reservedUntil}.${extension}`,
      { button: 'Confirm my email', url },
      { facts: [['Order', orderNumber]] },
      'If you did not place this order, ignore this email. The order will be cancelled automatically.',
    ] satisfies MailBlock[],
  }
}

/** For each kind of mail, whether the state of the order still matches the mail. */
const isUpToDate: Record<OrderMailKind, (order: OrderForMail) => boolean> = {
  'order-placed': (order) => !order.isCancelled,
  'order-lapsing': (order) => !order.isCancelled && !order.isPaid && order.isExpiringSoon,
  'order-paid': (order) => !order.isCancelled,
  'order-shipped': () => true,
  'order-tracking': (order) => order.carrier !== null,
  'order-cancelled': (order) => order.isCancelled,
  'order-refunded': (order) => order.isRefunded,
  'payment-returned': () => true,
}

const contents: Record<
  OrderMailKind,
  (
    order: OrderForMail,
    pageUrl: PageUrl,
    reason?: RefundReason,
  ) => { subject: string; mainBlocks: MailBlock[] }
> = {
  'order-placed': (order, pageUrl) => ({
    subject: `Your order ${order.orderNumber} of ${order.title}`,
    mainBlocks: order.isPaid
      ? ['Thank you for your order.']
      : [
          `Thank you for your order. We’ll hold the pieces for you until ${order.reservedUntil}.`,
          createPayButton(order, pageUrl),
        ],
  }),
  'order-lapsing': (order, pageUrl) => ({
    subject: `Your reservation for order ${order.orderNumber} is about to expire`,
    mainBlocks: [
      `Your order is not paid yet. We’ll hold the pieces for you until ${order.reservedUntil}. After that, the order will be cancelled and the pieces will go back into stock.`,
      createPayButton(order, pageUrl),
    ],
  }),
  'order-paid': (order) => ({
    subject: `Your payment for order ${order.orderNumber}`,
    mainBlocks: [
      `We received your payment of ${order.total}.${order.isShipped ? '' : ' We’ll ship your order next.'}`,
    ],
  }),
  'order-shipped': (order) => ({
    subject: `Your order ${order.orderNumber} is on its way`,
    mainBlocks: ['Your order has left our warehouse.', ...describeTracking(order)],
  }),
  'order-tracking': (order) => ({
    subject: `Tracking details for your order ${order.orderNumber}`,
    mainBlocks: ['Here are the tracking details for your order.', ...describeTracking(order)],
  }),
  'order-cancelled': (order) => ({
    subject: `Your order ${order.orderNumber} was cancelled`,
    mainBlocks: [cancelledTexts[order.cancelledBy], 'You won’t be charged.'],
  }),
  'order-refunded': (order) => ({
    subject: `Refund for your order ${order.orderNumber}`,
    mainBlocks: [
      `We cancelled your order and refunded your payment of ${order.total} in full to the card you used. It may take your bank a few days to show the refund.`,
    ],
  }),
  'payment-returned': (order, _pageUrl, reason) => ({
    subject: `We refunded a payment for order ${order.orderNumber}`,
    mainBlocks: [
      explainRefund(order, reason),
      'We refunded it in full to the card you used. It may take your bank a few days to show the refund.',
    ],
  }),
}

function describeTracking({ carrier, trackingNumber, trackingUrl }: OrderForMail): MailBlock[] {
  if (!carrier) return []
  const facts: [string, string][] = [['Carrier', carrier]]
  if (trackingNumber) facts.push(['Tracking number', trackingNumber])
  return [{ facts }, ...(trackingUrl ? [{ button: 'Track parcel', url: trackingUrl }] : [])]
}

const cancelledTexts = {
  customer: 'You cancelled your order.',
  staff: 'We cancelled your order.',
  shop: 'Your order was not paid in time. It was cancelled, and the pieces are back in stock.',
}

function explainRefund(
  { isCancelled, isPaid }: OrderForMail,
  reason: RefundReason = isCancelled ? 'order-cancelled' : isPaid ? 'already-paid' : 'mismatch',
): string {
  if (reason === 'order-cancelled') return 'Your payment arrived after the order was cancelled.'
  if (reason === 'already-paid')
    return 'We received a second payment for your order, which was already paid.'
  const canPay = !isCancelled && !isPaid
  return `Your payment did not match the order total.${canPay ? ' You can still pay for the order.' : ''}`
}

function createPayButton(order: OrderForMail, pageUrl: PageUrl): MailBlock {
  return { button: 'Pay now', url: pageUrl(pagePaths.payment(order.id)) }
}

function describeOrder(order: OrderForMail): MailBlock[] {
  const { lines, lineCount, hasUntrustedContact, emailConfirmed, phone, address } = order
  const contact: [string, string][] = [
    ['Phone', phone],
    ['Address', address],
  ]
  const facts: MailBlock = {
    facts: [
      ['Order', order.orderNumber],
      lineCount > 1 ? ['Lines', formatCount(lineCount)] : ['Product', lines[0]?.name ?? ''],
      ['Quantity', `${order.quantity} ${order.quantity === '1' ? 'piece' : 'pieces'}`],
      ['Total', order.total],
      ...(hasUntrustedContact || !emailConfirmed ? [] : contact),
    ],
  }
  return lineCount > 1 ? [facts, ...describeLines(order)] : [facts]
}

function describeLines({ lines, lineCount }: OrderForMail): MailBlock[] {
  const more = lineCount - lines.length
  const facts = lines.map(({ name, sku, quantity, unitPriceCents }): [string, string] => [
    `${formatCount(quantity)} ×`,
    `${sku ? `${name} (${sku})` : name}, ${formatCents(unitPriceCents)} each`,
  ])
  if (more <= 0) return [{ facts }]
  return [{ facts }, `… and ${pluralize(more, 'more line', 'more lines')}.`]
}
