import { z } from 'zod'
import {
  ORDER_LINES_MAXIMUM,
  ORDER_TOTAL_MAXIMUM_CENTS,
  VISITOR_CART_LINES_MAXIMUM,
} from '../constants.ts'
import { ORDER_NOTE_LENGTH, ORDER_REFERENCE_LENGTH } from '../limits.ts'
import { orderContact } from '../orders/order-schemas.ts'
import {
  hasUniqueParts,
  id,
  partLines,
  positiveQuantity,
  quantity,
  seenVersion,
  text,
} from '../schema-fields.ts'

const cents = z.int()

/** A line with a changed price can still be ordered. The other problems prevent the order. */
const cartLineProblemCode = z.enum([
  'part_missing',
  'quantity_below_minimum',
  'quantity_not_multiple',
  'quantity_above_available',
  'price_changed',
])

/** A problem of a cart line. `quantities`: the nearest valid quantities, if the quantity is invalid. */
export const cartLineProblem = z.object({
  code: cartLineProblemCode,
  detail: z.string(),
  quantities: z.array(z.int()),
})

/** `savingCents`: how much less the larger quantity costs in total; null if it only lowers the unit price. */
const quantityAdvice = z.object({
  quantity: z.int(),
  unitPriceCents: cents,
  savingCents: cents.nullable(),
})

/** A part in a cart. If the part is no longer sold, `available` is 0 and the prices are the last known ones. */
export const cartLine = z.object({
  productId: id,
  name: z.string(),
  sku: z.string().nullable(),
  img: z.string(),
  quantity: z.int(),
  unitPriceCents: cents,
  /** The price per unit without a quantity discount. */
  listPriceCents: cents,
  /** The unit price that the customer saw last. */
  seenPriceCents: cents,
  available: z.int(),
  minimumOrder: z.int(),
  orderMultiple: z.int().nullable(),
  /** The price steps, without the tier at the list price. */
  priceTiers: z.array(z.object({ fromQuantity: z.int(), unitPriceCents: cents })),
  advice: quantityAdvice.nullable(),
  problems: z.array(cartLineProblem),
})

/** `totalCents` is the total of the lines that can be ordered. `version` changes with every change. */
export const cart = z.object({ version: z.int(), totalCents: cents, lines: z.array(cartLine) })

const visitorLines = partLines(VISITOR_CART_LINES_MAXIMUM)

export const visitorCart = z.strictObject({ lines: visitorLines })

/**
 * `seen`: the quantity that the customer saw; 0 without a line. The server refuses an outdated one. `seenPriceCents`:
 * the unit price that the customer saw for the new quantity, or accepted. If the part has another price, the line gets
 * the problem `price_changed`. Without `seenPriceCents`, the current price counts as seen.
 */
const cartChange = z.union([
  z.strictObject({ productId: id, add: positiveQuantity }),
  z.strictObject({
    productId: id,
    set: quantity,
    seen: quantity,
    seenPriceCents: z.int().min(1).max(ORDER_TOTAL_MAXIMUM_CENTS).optional(),
  }),
])

/** `set: 0` removes a line. The server makes all changes or none. */
export const cartChanges = z.strictObject({
  changes: z
    .array(cartChange)
    .min(1, 'Send at least one change.')
    .max(ORDER_LINES_MAXIMUM, `At most ${ORDER_LINES_MAXIMUM} changes.`)
    .refine(hasUniqueParts, 'Give each part once.'),
})

/** The changed lines. `lineCount` counts all lines of the cart. */
export const changedCart = z.object({
  version: z.int(),
  lineCount: z.int(),
  lines: z.array(cartLine),
  /** True if an earlier request with the same idempotency key has made the changes. */
  isRepeated: z.boolean().optional(),
})

export const cartCount = z.object({ version: z.int(), lineCount: z.int() })

export const visitorCartMerge = z.strictObject({ visitorCartId: id, lines: visitorLines })

/** The lines that the merge added or raised. A repeated merge of one visitor's cart returns the first result. */
export const mergedCart = z.object({
  merged: z.array(z.object({ productId: id, name: z.string(), before: z.int(), after: z.int() })),
  /** Names of parts that were not added: they are no longer sold, or the cart was full. */
  leftOut: z.array(z.string()),
  /** Parts in `leftOut` that are on sale. The client merges them again when the cart has a free line. */
  unmergedIds: z.array(id).optional(),
})

/** The result of copying the lines of an order, a saved list or a job to the cart. `copied`: the number of lines. */
export const copiedLines = z.object({
  copied: z.int(),
  notes: z.array(
    z.object({
      productId: id,
      name: z.string(),
      /**
       * `gone`: the part is no longer sold. `replaced`: the cart has its successor. `kept`: the cart already had the
       * part, and keeps the larger quantity. `short`: too little stock.
       */
      kind: z.enum(['gone', 'replaced', 'kept', 'short']),
      detail: z.string(),
    }),
  ),
})

/** The request to order a cart. `version`, total and unit prices by part: those of the cart that the customer saw. */
export const cartOrder = z.strictObject({
  version: seenVersion,
  totalCents: z.int().min(0),
  unitPricesCents: z.record(id, z.int().min(0)).optional(),
  ...orderContact,
  note: text(ORDER_NOTE_LENGTH).default(''),
  reference: text(ORDER_REFERENCE_LENGTH).default(''),
  leaveOut: z.array(id).max(ORDER_LINES_MAXIMUM).default([]),
})

export const placedCartOrder = z.object({
  orderId: id,
  orderNumber: z.string(),
  confirmEmailBy: z.iso.datetime().optional(),
})
