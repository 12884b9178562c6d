import { formatCount, formatDollars } from '@freehub/contract/money'
import type { Db } from '../database/connect.ts'
import type { Mail } from './queue-mail.ts'

interface Message {
  to: string
  subject: string
  text: string
}

interface OrderInMail {
  id: string
  email: string
  name: string
  phone: string
  address: string
  total: string
  quantity: string
  partName: string
  reservedUntil: string
}

/** A mail in words. Undefined when its order is gone, and with it the reason to write. */
export async function composeMail(
  db: Db,
  mail: Mail,
  pageUrl: (path: string) => string,
): Promise<Message | undefined> {
  const order = await readOrderForMail(db, mail.orderId)
  return order && { to: order.email, ...words[mail.kind](order, pageUrl) }
}

const words: Record<
  Mail['kind'],
  (order: OrderInMail, pageUrl: (path: string) => string) => Omit<Message, 'to'>
> = {
  'order-placed': (order, pageUrl) => ({
    subject: `Your order of ${order.partName}`,
    text: `Hello ${order.name},

we have your order and keep the pieces for you until ${order.reservedUntil}.

${summary(order)}

Pay for it here:
${pageUrl(`/dashboard/payment/${order.id}`)}

All your orders:
${pageUrl('/dashboard/myOrders')}

Freehub
`,
  }),
  'order-paid': (order, pageUrl) => ({
    subject: `Your payment for ${order.partName}`,
    text: `Hello ${order.name},

your payment of ${order.total} has arrived. We will ship your order next.

${summary(order)}

All your orders:
${pageUrl('/dashboard/myOrders')}

Freehub
`,
  }),
}

function summary(order: OrderInMail): string {
  return `Order      ${order.id}
Product    ${order.partName}
Quantity   ${order.quantity} pieces
Total      ${order.total}
Phone      ${order.phone}
Address    ${order.address}`
}

async function readOrderForMail(db: Db, orderId: string): Promise<OrderInMail | undefined> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'orders.id').on('order_lines.line', '=', 1),
    )
    .select(['orders.id', 'email', 'orders.name', 'phone', 'address'])
    .select(['total_cents', 'quantity', 'part_name', 'reserved_until'])
    .where('orders.id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      total: formatDollars(row.total_cents / 100),
      quantity: formatCount(row.quantity),
      partName: row.part_name,
      reservedUntil: `${moment.format(row.reserved_until)} UTC`,
    }
  )
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
