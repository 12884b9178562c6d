import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isDisputed } from '../../platform/database/order-conditions.ts'
import { type Principal, visibleTo } from '../identity/guards.ts'
import type { Maker } from './pdf/document-content.ts'

const MAX_TEXT_LINES = 8

/** Formats a day in UTC: `21 November 2026`. */
export const formatDay = (date: Date): string => dayFormat.format(date)

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Splits an address or note into its lines. Joins more than eight lines with commas. */
export function splitLines(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  return filled.length > MAX_TEXT_LINES ? [filled.join(', ')] : filled
}

/** Returns the note on an order as a paragraph, if there is one. */
export function formatNote(note: string): string[] {
  const lines = splitLines(note)
  return lines.length > 0 ? [`Note: ${lines.join('\n')}`] : []
}

/** Returns the country of origin as a paragraph, if the settings state it. */
export const formatOrigin = ({ origin }: Maker): string[] =>
  origin ? [`Country of origin: ${origin}.`] : []

/** Returns the customer's own reference as a fact, if there is one. */
export const listReference = ({ customerReference }: OrderForDocument): [string, string][] =>
  customerReference ? [['Your reference', customerReference]] : []

/** Lists the customer's name and contact at the time of payment, because an invoice must never change. */
export const formatBilledCustomer = (order: OrderForDocument): string[] =>
  formatCustomer({
    ...order,
    phone: order.billedPhone ?? order.phone,
    address: order.billedAddress ?? order.address,
  })

/** Lists the lines of a customer's name and contact. Omits the email of a deleted account. */
export function formatCustomer({ name, address, phone, email }: OrderForDocument): string[] {
  const isDeleted = email.endsWith('@deleted.invalid')
  return [name, ...splitLines(address), phone, isDeleted ? '' : email].filter((line) => line !== '')
}

/** An order with the data that documents need. */
export interface OrderForDocument {
  id: string
  /** The order number, or the id for an order of a previous version, because issued documents never change. */
  reference: string
  note: string
  /** The customer's reference, or an empty text. */
  customerReference: string
  name: string
  email: string
  phone: string
  address: string
  /** The phone and address when the order was paid, if staff have corrected them since. */
  billedPhone: string | null
  billedAddress: string | null
  placedAt: Date
  paidAt: Date | null
  refundBeganAt: Date | null
  /** True if a dispute prevents the shipment. */
  isHeldByDispute: boolean
  refundedAt: Date | null
  transactionId: string | null
  carrier: string | null
  trackingNumber: string | null
  totalCents: number
  lines: LineForDocument[]
}

export interface LineForDocument {
  /** The part number recorded with the order. Null in orders of previous versions. */
  recordedSku: string | null
  /** The recorded part number, otherwise the current one. */
  sku: string | null
  partName: string
  quantity: number
  unitPriceCents: number
  /** The price per unit without a quantity discount. Null in orders of previous versions. */
  listPriceCents: number | null
  packSize: number | null
  cartonSize: number | null
  weightGrams: number | null
  hsCode: string | null
  /** The HS code recorded when the invoice was issued. Null before, and in documents of previous versions. */
  recordedHsCode: string | null
}

/** Finds an order in any state: an order of the user, or any order for an admin. */
export async function findOrderForDocument(
  db: Db,
  principal: Principal,
  id: string,
): Promise<OrderForDocument | Refusal> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'number', 'name', 'email', 'phone', 'address', 'note'])
    .select(['billed_phone as billedPhone', 'billed_address as billedAddress'])
    .select(['placed_at as placedAt', 'customer_reference as customerReference'])
    .select(['paid_at as paidAt', 'refunded_at as refundedAt', 'transaction_id as transactionId'])
    .select('refund_began_at as refundBeganAt')
    .select(sql<boolean>`shipped_at is null and ${isDisputed}`.as('isHeldByDispute'))
    .select(['carrier', 'tracking_number as trackingNumber', 'total_cents as totalCents'])
    .where('id', '=', id)
    .where(visibleTo(principal))
    .executeTakeFirst()
  if (!order) return refuse('order_missing')
  const lines = await readLines(db, id)
  const reference = wasPlacedBeforeListPrices(lines) ? id : formatOrderNumber(order.number)
  return { ...order, lines, reference }
}

/** True for an order of a previous version, whose documents stay as they were issued. */
export const wasPlacedBeforeListPrices = (lines: LineForDocument[]): boolean =>
  lines.every(({ listPriceCents }) => listPriceCents === null)

/** Reads the lines that are not cancelled: recorded names, numbers and prices; current sizes, weights and HS codes. */
export function readLines(db: Db, orderId: string): Promise<LineForDocument[]> {
  return db
    .selectFrom('order_lines')
    .innerJoin('parts', 'parts.id', 'part_id')
    .select(['part_sku as recordedSku', sql<string | null>`coalesce(part_sku, sku)`.as('sku')])
    .select(['part_name as partName', 'quantity', 'list_price_cents as listPriceCents'])
    .select('order_lines.unit_price_cents as unitPriceCents')
    .select(['pack_size as packSize', 'carton_size as cartonSize', 'hs_code as hsCode'])
    .select(['weight_g as weightGrams', 'part_hs_code as recordedHsCode'])
    .where('order_id', '=', orderId)
    .where('cancelled_quantity', '=', 0)
    .orderBy('line')
    .execute()
}
