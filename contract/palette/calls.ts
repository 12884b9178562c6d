import { z } from 'zod'
import { callsOf } from '../call.ts'
import { SEARCH_LENGTH } from '../limits.ts'
import { order, orderStage } from '../orders/order-schemas.ts'
import { requiredText } from '../schema-fields.ts'

const paletteQuery = z.strictObject({
  search: requiredText(SEARCH_LENGTH, 'Enter a search text.'),
})

/** At most five results of each kind. `people` is empty for customers. */
const paletteResults = z.object({
  parts: z.array(z.object({ _id: z.string(), name: z.string(), sku: z.string().nullable() })),
  orders: z.array(
    order
      .pick({ _id: true, orderNumber: true, productName: true, email: true })
      .extend({ stage: orderStage }),
  ),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
})

export type PaletteResults = z.infer<typeof paletteResults>

export const paletteCalls = {
  ...callsOf('user', 'palette', {
    searchPalette: {
      route: 'GET /api/palette',
      summary: 'Returns the best matches of parts and orders, and for admins of people.',
      querystring: paletteQuery,
      response: paletteResults,
    },
  }),
}
