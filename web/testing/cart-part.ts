import type { CartPart } from '@freehub/contract/cart/cart'

/** Creates a part of a cart: 100 available at $2.50, at least 10, without price steps. */
export const createCartPart = (change: Partial<CartPart> = {}): CartPart => ({
  productId: 'chain',
  name: 'Holm chain',
  sku: null,
  img: '',
  available: 100,
  unitPriceCents: 250,
  minimumOrder: 10,
  orderMultiple: null,
  priceTiers: [],
  isOnSale: true,
  ...change,
})
