import {
  lineTotal,
  type PartTerms,
  priceAt,
  quantityBounds,
} from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCents, pluralize } from '@freehub/contract/money'
import { type Refusal, type RefusedLine, refuse } from '@freehub/contract/refusals'
import type { Config } from '../../../config.ts'

export type LimitSettings = Pick<Config, 'unpaidOrdersMax' | 'unconfirmed' | 'newCustomer'>

export type LimitCode =
  | 'unpaid_orders_too_many'
  | 'unconfirmed_orders_too_many'
  | 'unpaid_value_too_high'
  | 'stock_share_too_high'

/** The values that `place_order` compared with the limits. */
export interface LimitFacts {
  /** The customer's unpaid orders and their value. */
  orders: number
  cents: number
  lines: LineShare[]
}

interface LineShare {
  productId: string
  /** Reserved by the customer's unpaid orders. */
  reservedQuantity: number
  /** Stock that other customers have not reserved. */
  available: number
}

interface LimitedLine {
  productId: string
  quantity: number
  terms: PartTerms
}

/** Creates the refusal of an order that exceeds a limit. For a single line, states the largest possible quantity. */
export function createLimitRefusal(
  code: LimitCode,
  facts: LimitFacts | null,
  lines: LimitedLine[],
  { unconfirmed, newCustomer }: LimitSettings,
): Refusal {
  if (code === 'unconfirmed_orders_too_many') {
    const orders = unconfirmed.unpaidOrdersMax
    return refuse(code, {
      detail: `Until your email is confirmed you can have ${pluralize(orders, 'unpaid order', 'unpaid orders')}. Confirm your email to place more orders.`,
    })
  }
  const [line] = lines
  if (code === 'unpaid_orders_too_many' || !facts || !line) return refuse('unpaid_orders_too_many')
  const { unpaidCentsMax, stockSharePercent } = newCustomer
  const limit =
    code === 'unpaid_value_too_high'
      ? `Before your first payment, unpaid orders can be worth ${formatCents(unpaidCentsMax)} together`
      : `Before your first payment, unpaid orders can reserve ${stockSharePercent} % of the stock of a part`
  if (lines.length > 1) {
    const freeCents = Math.max(unpaidCentsMax - facts.cents, 0)
    const free = code === 'unpaid_value_too_high' ? `, and ${formatCents(freeCents)} is left` : ''
    const detail = `${limit}${free}. Order less, pay an open order first, or ask us to trust your account.`
    return refuse(code, { detail, lines: findRefusedLines(code, facts, lines, limit, newCustomer) })
  }
  const quantity = computeMaxQuantity(facts, line, newCustomer)
  const advice =
    quantity === 0
      ? 'you cannot order this part now'
      : `you can order ${pluralize(quantity, 'piece', 'pieces')}`
  const detail = `${limit}: ${advice}. Pay an open order first, or ask us to trust your account.`
  return refuse(code, { detail, errors: { quantity: detail } })
}

/** Returns the lines that exceed the share of stock. */
function findRefusedLines(
  code: LimitCode,
  facts: LimitFacts,
  lines: LimitedLine[],
  limit: string,
  newCustomer: LimitSettings['newCustomer'],
): RefusedLine[] {
  if (code !== 'stock_share_too_high') return []
  return lines.flatMap(({ productId, quantity, terms }) => {
    const share = facts.lines.find((one) => one.productId === productId)
    const { minimum, maximum } = quantityBounds(terms, computeMaxByShare(share, terms, newCustomer))
    if (quantity <= maximum) return []
    const available = maximum < minimum ? 0 : maximum
    return [{ productId, code, detail: `${limit}.`, available }]
  })
}

/**
 * Returns the largest quantity within the limits. If no quantity is within them, returns 0. A customer without unpaid
 * orders may always order the minimum order.
 */
function computeMaxQuantity(
  { orders, cents, lines: [share] }: LimitFacts,
  { terms }: LimitedLine,
  newCustomer: LimitSettings['newCustomer'],
): number {
  const byShare = computeMaxByShare(share, terms, newCustomer)
  const maxCents = newCustomer.unpaidCentsMax - cents
  const tierEnds = terms.priceTiers.map(({ fromQuantity }) => fromQuantity - 1)
  const allowed = [...tierEnds, QUANTITY_MAXIMUM].flatMap((tierEnd) => {
    const byValue = Math.floor(maxCents / priceAt(terms, tierEnd))
    const { minimum, maximum } = quantityBounds(terms, Math.min(tierEnd, byValue, byShare))
    // `maximum` may be below the first quantity of the tier, where the price is higher.
    return maximum >= minimum && lineTotal(terms, maximum) <= maxCents ? [maximum] : []
  })
  return Math.max(orders === 0 ? terms.minimumOrder : 0, ...allowed)
}

/**
 * Returns the quantity that the customer may still reserve of a part. The limit on the share of stock is at least the
 * minimum order.
 */
function computeMaxByShare(
  share: LineShare | undefined,
  { minimumOrder }: PartTerms,
  { stockSharePercent }: LimitSettings['newCustomer'],
): number {
  if (!share) return 0
  const { available, reservedQuantity } = share
  return (
    Math.max(minimumOrder, Math.floor((available * stockSharePercent) / 100)) - reservedQuantity
  )
}
