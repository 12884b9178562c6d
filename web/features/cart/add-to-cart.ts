import type { CartCount, ChangedCart } from '@freehub/contract/cart/cart'
import { QUANTITY_MAXIMUM, VISITOR_CART_LINES_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { call } from '../../api/call.ts'
import {
  CallError,
  formatError,
  isOutcomeUnknown,
  sendAgainIfUnknown,
} from '../../api/call-error.ts'
import { NOT_ADDED_TWICE } from '../../api/field-errors.ts'
import { queryClient } from '../../api/query-client.ts'
import { sessionQuery } from '../identity/session.ts'
import { cartCountQuery } from './cart-queries.ts'
import { refetchCart } from './refetch-cart.ts'
import { changeVisitorLines, countVisitorLines } from './visitor-cart.ts'

export interface Addition {
  productId: string
  name: string
  quantity: number
}

/** Adds a part to the user's cart. Returns a message for the user. Pass errors of this function to `formatAdditionError`. */
export async function addToCart(addition: Addition): Promise<string> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  return session ? addToCustomerCart(addition) : addToVisitorCart(addition)
}

/** Idempotency keys of additions whose outcome is unknown, with their bodies. A retry uses the same key. */
const keysWithUnknownOutcome = new Map<string, string>()

async function addToCustomerCart({ productId, name, quantity }: Addition): Promise<string> {
  const body = { changes: [{ productId, add: quantity }] }
  const bodyText = JSON.stringify(body)
  const [earlierKey] = [...keysWithUnknownOutcome].find(([, text]) => text === bodyText) ?? []
  const key = earlierKey ?? crypto.randomUUID()
  // Only one addition may be the retry. Another addition at the same time uses its own key.
  keysWithUnknownOutcome.delete(key)
  const headers = { 'Idempotency-Key': key }
  const send = () => call<ChangedCart>('PATCH', '/api/cart', { body, headers })
  try {
    const { version, lineCount, lines, isRepeated } = await sendAgainIfUnknown(send)
    queryClient.setQueryData(cartCountQuery.queryKey, { version, lineCount } satisfies CartCount)
    if (isRepeated && earlierKey)
      return formatEarlierAddition(name, quantity, lines[0]?.quantity ?? 0)
    return formatAddition(name, quantity, lines[0]?.quantity ?? quantity, lines[0]?.problems)
  } catch (error) {
    if (error instanceof Error && isOutcomeUnknown(error)) keysWithUnknownOutcome.set(key, bodyText)
    throw error
  } finally {
    refetchCart(queryClient)
  }
}

function addToVisitorCart({ productId, name, quantity }: Addition): string {
  let total = quantity
  const isStored = changeVisitorLines((lines) => {
    const line = lines.find((other) => other.productId === productId)
    if (!line) return [...lines, { productId, quantity }]
    total = Math.min(line.quantity + quantity, QUANTITY_MAXIMUM)
    return lines.map((other) => (other === line ? { productId, quantity: total } : other))
  })
  if (isStored) {
    // The cart page may be open, because its fit check proposes parts to add.
    refetchCart(queryClient)
    return formatAddition(name, quantity, total)
  }
  const isFull = countVisitorLines() === VISITOR_CART_LINES_MAXIMUM
  throw new RefusedAddition(
    isFull
      ? `A cart has at most ${VISITOR_CART_LINES_MAXIMUM} lines until you sign in.`
      : 'Your browser does not allow the shop to store a cart. Sign in to fill one.',
  )
}

class RefusedAddition extends Error {}

/** Formats the message after an addition, with the problems of the line. */
export function formatAddition(
  name: string,
  added: number,
  total: number,
  problems: { detail: string }[] = [],
): string {
  const totalText = total > added ? ` Your cart now has ${formatCount(total)}.` : ''
  const details = problems.map(({ detail }) => ` ${detail.replace(/\.?$/, '.')}`).join('')
  return `Added to cart: ${formatCount(added)} × ${name}.${totalText}${details}`
}

function formatEarlierAddition(name: string, added: number, total: number): string {
  return `Nothing was added, because your previous try has already added ${formatCount(added)} × ${name}. Your cart has ${formatCount(total)}.`
}

export function formatAdditionError(error: unknown): string {
  if (error instanceof RefusedAddition) return error.message
  const isResponseMissing = error instanceof CallError && error.status === 0
  return isResponseMissing ? `${formatError(error)} ${NOT_ADDED_TWICE}` : formatError(error)
}
