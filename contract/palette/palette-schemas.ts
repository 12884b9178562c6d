import { z } from 'zod'
import { SEARCH_LENGTH } from '../limits.ts'
import { orderStage } from '../orders/order-schemas.ts'
import { requiredText } from '../schema-fields.ts'

export const paletteQuery = z.strictObject({
  search: requiredText(SEARCH_LENGTH, 'Enter a search text.'),
})

/** At most five results of each kind. `people` is empty for customers. */
export const paletteResults = z.object({
  parts: z.array(z.object({ _id: z.string(), name: z.string(), sku: z.string().nullable() })),
  orders: z.array(
    z.object({ _id: z.string(), productName: z.string(), email: z.string(), stage: orderStage }),
  ),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
})
