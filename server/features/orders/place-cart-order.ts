import {
  type CartLine,
  type CartOrder,
  cartTotal,
  describeLine,
  isOrderable,
} from '@freehub/contract/cart/cart'
import { formatDollars } from '@freehub/contract/money'
import { checkTotal } from '@freehub/contract/orders/order-refusals'
import { type Refusal, type RefusedLine, refuse } from '@freehub/contract/refusals'
import { createConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts'
import { readStoredCart, type StoredLine } from '../cart/read-cart.ts'
import type { Principal } from '../identity/guards.ts'
import { type DecidedOrder, type PlacedOrder, type WriteDeps, writeOrder } from './write-order.ts'

/** Orders of more lines than this are placed a few at a time, so that they cannot hold all connections. */
const MANY_LINES = 20
const CONCURRENT_LARGE_ORDERS = 4
const WAITING_LARGE_ORDERS = 100

interface PlacedCartOrder extends PlacedOrder {
  /** The parts whose stock was claimed. */
  partIds: string[]
}

/** Returns a function that places one order of a cart's lines, without those to leave out, and removes them from the cart. */
export function createCartOrders(deps: WriteDeps) {
  const largeOrders = createConcurrencyLimit(CONCURRENT_LARGE_ORDERS, {
    maxWaiting: WAITING_LARGE_ORDERS,
    tooMany: () => refuse('overloaded'),
  })

  return async function placeCartOrder(
    customer: Principal,
    order: CartOrder,
    key: string | undefined,
  ): Promise<PlacedCartOrder | Refusal> {
    const stored = await readStoredCart(deps.db, customer.id)
    const place = () => placeOrderOfCart(deps, customer, order, key, stored)
    return stored.lines.length > MANY_LINES ? largeOrders.run(place) : place()
  }
}

type StoredCart = Awaited<ReturnType<typeof readStoredCart>>

async function placeOrderOfCart(
  deps: WriteDeps,
  customer: Principal,
  order: CartOrder,
  key: string | undefined,
  firstRead: StoredCart,
): Promise<PlacedCartOrder | Refusal> {
  const { totalCents, phone, address, note, leaveOut } = order
  const payload = ['placeCartOrder', order.version, totalCents, phone, address, note, leaveOut]
  let partIds: string[] = []
  const placed = await writeOrder(deps, { customer, key, payload }, async (mustBeCurrent) => {
    const cart = mustBeCurrent ? await readStoredCart(deps.db, customer.id) : firstRead
    const decided = decideCartOrder(cart, order)
    if ('lines' in decided) partIds = decided.lines?.map(({ productId }) => productId) ?? []
    return decided
  })
  return 'refused' in placed ? placed : { ...placed, partIds }
}

/** Decides the lines, or refuses the order with the reason of each line. */
function decideCartOrder(cart: StoredCart, order: CartOrder): DecidedOrder | Refusal {
  if (cart.version !== order.version) return refuse('cart_changed')
  const leaveOut = new Set(order.leaveOut)
  const wanted = cart.lines.filter(({ part }) => !leaveOut.has(part.productId))
  if (wanted.length === 0) return refuse('cart_empty')
  const lines = wanted.map(toDescribedLine)
  const refused = lines.filter((line) => !isOrderable(line)).map(toRefusedLine)
  if (refused.length > 0) return refuse('lines_refused', { lines: refused })
  const totalCents = cartTotal(lines)
  if (totalCents !== order.totalCents)
    return refuse('prices_changed', { lines: lines.filter(hasNewPrice).map(toChangedPrice) })
  const refusal = checkTotal(totalCents)
  if (refusal) return refusal
  const { phone, address, note, version } = order
  return {
    ...{ phone, address, note, cartVersion: version },
    lines: wanted.map(({ part, quantity }, index) => ({
      ...{ productId: part.productId, quantity, termsVersion: part.termsVersion },
      unitPriceCents: (lines[index] as CartLine).unitPriceCents,
    })),
  }
}

const toDescribedLine = ({ part, quantity, seenPriceCents }: StoredLine) =>
  describeLine(part, quantity, seenPriceCents)

function toRefusedLine({ productId, available, problems }: CartLine): RefusedLine {
  const problem = problems.find(({ code }) => code !== 'price_changed')
  const { code, detail } = problem as CartLine['problems'][number] & { code: RefusedLine['code'] }
  return { productId, code, detail, available }
}

const hasNewPrice = ({ seenPriceCents, unitPriceCents }: CartLine) =>
  seenPriceCents !== unitPriceCents

function toChangedPrice({ productId, seenPriceCents, unitPriceCents }: CartLine): RefusedLine {
  const [before, now] = [seenPriceCents, unitPriceCents].map((cents) => formatDollars(cents / 100))
  return {
    ...{ productId, code: 'prices_changed' },
    detail: `The price has changed from ${before} to ${now}.`,
    oldPriceCents: seenPriceCents,
    newPriceCents: unitPriceCents,
  }
}
