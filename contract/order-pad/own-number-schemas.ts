import { z } from 'zod'
import { CODE_LENGTH } from '../limits.ts'
import { id, page, requiredText, text } from '../schema-fields.ts'

const code = requiredText(CODE_LENGTH, 'Enter a number.')

/** `replaces`: the part that the number identified until now, as the user saw it. */
export const newOwnNumber = z.strictObject({
  code,
  productId: id,
  replaces: id.optional(),
})

/** `_id` is the number in upper case with letters and digits only. */
export const ownNumber = z.object({
  _id: z.string(),
  code: z.string(),
  productId: id,
  name: z.string(),
  sku: z.string().nullable(),
  img: z.string(),
  isOnSale: z.boolean(),
  changedAt: z.iso.datetime(),
})

export const ownNumberId = z.object({ code })

/** `after`: the `_id` of the last number of the previous page. `search` matches the start of the number. */
export const ownNumbersQuery = z.strictObject({
  size: page.size,
  after: text(CODE_LENGTH).optional(),
  search: text(CODE_LENGTH).optional(),
})
