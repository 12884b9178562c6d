import { z } from 'zod'
import { callsOf } from '../call.ts'
import { SEARCH_LENGTH } from '../limits.ts'
import { orderStage } from '../orders/order-schemas.ts'
import { requiredText } from '../schema-fields.ts'

const paletteQuery = z.strictObject({
  search: requiredText(SEARCH_LENGTH, 'Enter a search text.'),
})

/** At most five results of each kind. `people` is empty for customers. */
const paletteResults = z.object({
  parts: z.array(z.object({ _id: z.string(), name: z.string(), sku: z.string().nullable() })),
  orders: z.array(
    z.object({ _id: z.string(), productName: z.string(), email: z.string(), stage: orderStage }),
  ),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
})

export type PaletteResults = z.infer<typeof paletteResults>

export const paletteCalls = {
  ...callsOf('user', 'palette', {
    searchPalette: {
      method: 'GET',
      path: '/api/palette',
      summary:
        'Finds parts and orders, and for admins people, by a search text. Returns the best matches of each.',
      querystring: paletteQuery,
      response: paletteResults,
    },
  }),
}
