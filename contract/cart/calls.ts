import { defineCalls } from '../call.ts'
import { placementRefusals } from '../orders/placement-refusals.ts'
import { byId } from '../schema-fields.ts'
import * as carts from './cart-schemas.ts'

export const cartCalls = {
  ...defineCalls('public', 'cart', {
    previewCart: {
      route: 'POST /api/cart/preview',
      summary:
        'Returns the cart of a visitor with current prices, stock and problems. Stores nothing.',
      body: carts.visitorCart,
      response: carts.cart,
      refusals: ['too_many_requests'],
    },
  }),
  ...defineCalls('user', 'cart', {
    readCart: {
      route: 'GET /api/cart',
      summary: 'Returns the caller’s cart with current prices, stock and problems.',
      response: carts.cart,
    },
    countCart: {
      route: 'GET /api/cart/count',
      summary: 'Returns the number of lines in the caller’s cart.',
      response: carts.cartCount,
    },
    changeCart: {
      route: 'PATCH /api/cart',
      summary:
        'Changes lines of the cart: adds to a quantity, sets it, or removes the line. Makes all changes or none.',
      body: carts.cartChanges,
      response: carts.changedCart,
      refusals: ['part_missing', 'line_changed', 'cart_full', 'key_reused'],
    },
    mergeCart: {
      route: 'POST /api/cart/merge',
      summary:
        'Merges a visitor’s cart into the caller’s cart, once. For a part in both carts, keeps the larger quantity.',
      body: carts.visitorCartMerge,
      response: carts.mergedCart,
    },
    copyOrderToCart: {
      route: 'POST /api/orders/:id/cart',
      summary:
        'Copies the lines of one of the caller’s orders into the cart. For a part that is already in the cart, keeps the larger quantity.',
      params: byId,
      response: carts.copiedLines,
      refusals: ['order_missing', 'cart_full', 'key_reused'],
    },
    placeCartOrder: {
      route: 'POST /api/orders',
      summary:
        'Places one order of all lines of the cart except `leaveOut`, and removes the ordered lines from the cart. If a line is refused, nothing is ordered.',
      body: carts.cartOrder,
      response: carts.placedCartOrder,
      status: 201,
      refusals: [
        'cart_empty',
        'cart_changed',
        'lines_refused',
        'prices_changed',
        ...placementRefusals,
      ] as const,
    },
  }),
}
