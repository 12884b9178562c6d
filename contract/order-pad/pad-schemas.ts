import { z } from 'zod'
import { cartLine } from '../cart/cart-schemas.ts'
import {
  ALTERNATIVE_TEXTS_MAXIMUM,
  PAD_CELL_LENGTH,
  PAD_CELLS_MAXIMUM,
  PAD_ROWS_MAXIMUM,
} from '../limits.ts'
import { email, id, requiredText, text } from '../schema-fields.ts'

/** `client`: the email of the user whose own numbers are searched. Customers may send only their own email. */
export const padClient = z.strictObject({ client: email.optional() })

/** Rows of cells of a paste. The browser shortens long cells and omits columns beyond the limit. */
export const padRows = z.strictObject({
  rows: z
    .array(
      z
        .array(text(PAD_CELL_LENGTH))
        .max(PAD_CELLS_MAXIMUM, `A row has at most ${PAD_CELLS_MAXIMUM} cells.`),
    )
    .min(1, 'Send at least one row.')
    .max(PAD_ROWS_MAXIMUM, `Send at most ${PAD_ROWS_MAXIMUM} rows at a time.`),
})

/** The terms and the stock of a part, from which `describeLine` computes price, advice and problems. */
const padPart = cartLine
  .pick({
    productId: true,
    name: true,
    sku: true,
    img: true,
    unitPriceCents: true,
    available: true,
    minimumOrder: true,
    orderMultiple: true,
    priceTiers: true,
  })
  .extend({ isOnSale: z.boolean() })

/** How the part was identified: by a kind of code, by a corrected code, or by a search. */
const matchedBy = z.enum(['own', 'sku', 'gtin', 'superseded', 'competitor', 'correction', 'search'])

const partMatch = z.object({
  productId: id,
  matchedBy,
  /** The brand of the competitor's number; null unless `matchedBy` is `competitor`. */
  brand: z.string().nullable(),
  /** The superseded number of this part, or the number or name of the part that it replaces; otherwise null. */
  replaces: z.string().nullable(),
})

/**
 * - `found`: one part.
 * - `choose`: the code identifies several parts.
 * - `guess`: a match that the user has to confirm: a corrected typo, or for staff the only result of a search.
 * - `unknown`: no part, or only one that is no longer sold and has no successor.
 * - `shortened`: a spreadsheet has rounded or hidden digits of the code, as in `4.00638E+12`.
 * - `skipped`: a heading, an empty row, a total, text that orders no part, or a row without a quantity in a list with
 *   quantities.
 */
const padRowState = z.enum(['found', 'choose', 'guess', 'unknown', 'shortened', 'skipped'])

/** A row of the request. `code` and `name` are those of `parseRow` in parse-row.ts. */
const padRow = z.object({
  state: padRowState,
  skipReason: z.enum(['empty', 'heading', 'total', 'text', 'noQuantity']).nullable(),
  /** The code, or the text to search for in an unknown row. Null for most skipped rows. */
  code: z.string().nullable(),
  /** The matches, the best one first. Their parts are in `parts`. */
  matches: z.array(partMatch),
  /**
   * The quantity of the row, even if it cannot be ordered. If only one part matches a row without a quantity, the
   * part's smallest order quantity.
   */
  quantity: z.int().nullable(),
  /** True if the row has no quantity. If one part matches, `quantity` is its smallest order quantity. */
  isQuantityAssumed: z.boolean(),
  /** True if the row may mean another quantity, or if its quantity could not be read. */
  isQuantityUnclear: z.boolean(),
  /** The cell or line whose quantity could not be read. Null if there is none, or if the line is long. */
  quantityText: z.string().nullable(),
  name: z.string().nullable(),
})

const column = z.int().min(0)

/** The rows in the order of the request, the parts of their matches, and the layout (layout.ts). */
export const matchedRows = z.object({
  rows: z.array(padRow),
  parts: z.array(padPart),
  layout: z.object({
    codeColumns: z.array(column),
    quantityColumn: column.nullable(),
    nameColumn: column.nullable(),
    headings: z.array(z.string()).nullable(),
    isQuantityUnclear: z.boolean(),
  }),
})

export const alternativesQuery = z.strictObject({
  texts: z
    .array(requiredText(PAD_CELL_LENGTH, 'Enter a number or a name.'))
    .min(1, 'Send at least one text.')
    .max(ALTERNATIVE_TEXTS_MAXIMUM, `Send at most ${ALTERNATIVE_TEXTS_MAXIMUM} texts at a time.`),
})

/** At most five matches for each text, in the order of the request, and the parts of the matches. */
export const alternatives = z.object({
  matches: z.array(z.array(partMatch)),
  parts: z.array(padPart),
})
