import type { ApiClient, ApiResponse } from './api-client.ts'

/** Adds quantities to the customer's cart. Keys are the ids of parts. */
export function addToCart(call: ApiClient, quantities: Record<string, number>) {
  const changes = Object.entries(quantities).map(([productId, add]) => ({ productId, add }))
  return call('PATCH', '/api/cart', { changes })
}

/** Reads the quantities in the customer's cart. Keys are the ids of parts. */
export async function readCartQuantities({
  call,
}: {
  call: ApiClient
}): Promise<Record<string, number>> {
  const { body } = await call('GET', '/api/cart')
  const lines: { productId: string; quantity: number }[] = body.lines
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
}

/** Builds the body of an order of the cart, with the version, the total and the prices that the cart currently shows. */
export async function buildCartOrder(call: ApiClient, overrides: object = {}) {
  const { body } = await call('GET', '/api/cart')
  const lines: { productId: string; unitPriceCents: number }[] = body.lines
  return {
    version: body.version,
    totalCents: body.totalCents,
    unitPricesCents: Object.fromEntries(
      lines.map(({ productId, unitPriceCents }) => [productId, unitPriceCents]),
    ),
    phone: '+880 1711 000000',
    address: '12 Wheel Lane, Dhaka',
    ...overrides,
  }
}

/** Orders the lines of the cart as currently shown. */
export async function orderCart(call: ApiClient, overrides: object = {}): Promise<ApiResponse> {
  return call('POST', '/api/orders', await buildCartOrder(call, overrides))
}

/** Orders quantities through the cart. Keys are the ids of parts. Returns the order's id. Throws if it is refused. */
export async function placeOrderOf(
  call: ApiClient,
  quantities: Record<string, number>,
): Promise<string> {
  await addToCart(call, quantities)
  const { status, body } = await orderCart(call)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.orderId
}

/** Returns the same quantity of each part. */
export function sameQuantityOf(parts: string[], quantity = 10): Record<string, number> {
  return Object.fromEntries(parts.map((part) => [part, quantity]))
}
