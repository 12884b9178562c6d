import { z } from 'zod'
import { id, page, requiredText, text } from '../schema-fields.ts'
import { MAX_CODE_LENGTH, toCodeKey } from './codes.ts'

const code = requiredText(MAX_CODE_LENGTH, 'Enter a number.')
  .refine((code) => toCodeKey(code) !== '', 'Enter at least one letter or digit.')
  .refine(
    (code) => toCodeKey(code).length <= MAX_CODE_LENGTH,
    `At most ${MAX_CODE_LENGTH} characters.`,
  )

/**
 * `replacedProductId`: the part that the own number identified when the user opened the form. `replacedCode`: the own
 * number that this one replaces.
 */
export const newOwnNumber = z.strictObject({
  code,
  productId: id,
  replacedProductId: id.optional(),
  replacedCode: code.optional(),
})

/** `_id` is the key of the own number (`toCodeKey`). */
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
  after: text(MAX_CODE_LENGTH).optional(),
  search: text(MAX_CODE_LENGTH).optional(),
})
