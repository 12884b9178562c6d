import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { SEARCH_LENGTH } from '../limits.ts'
import { order, orderStage } from '../orders/order-schemas.ts'
import { text } from '../schema-fields.ts'

const paletteKind = z.enum(['parts', 'orders', 'people'])

const paletteQuery = z
  .strictObject({
    search: text(SEARCH_LENGTH).default(''),
    kind: paletteKind
      .optional()
      .describe(
        'Searches this kind by `target` instead of `search`. If `search` is empty, searches no other kind.',
      ),
    target: text(SEARCH_LENGTH).default('').describe('The search text for kind.'),
    stage: orderStage
      .optional()
      .describe('Only orders in this stage, and the order whose complete number is searched for.'),
  })
  .refine(
    ({ search, kind, target, stage }) =>
      search || (kind && (target || (kind === 'orders' && stage))),
    { path: ['search'], message: 'Enter a search text.' },
  )

/** True if the search text is a complete number of this result, such as the invoice number of an order. */
const isExact = z.boolean()

/** At most five results of each kind. `people` is empty for customers. */
const paletteResults = z.object({
  parts: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      sku: z.string().nullable(),
      code: z
        .string()
        .nullable()
        .describe('The number that matches, with its brand, if it is not the part number.'),
      isExact,
      isArchived: z.boolean().describe('Only admins find archived parts.'),
    }),
  ),
  orders: z.array(
    order
      .pick({
        _id: true,
        orderNumber: true,
        productName: true,
        totalPrice: true,
        name: true,
        email: true,
      })
      .extend({ stage: orderStage, isExact }),
  ),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
})

export type PaletteKind = z.infer<typeof paletteKind>
export type PaletteQuery = z.infer<typeof paletteQuery>
export type PaletteResults = z.infer<typeof paletteResults>

export const paletteCalls = {
  ...defineCalls('user', 'palette', {
    searchPalette: {
      route: 'GET /api/palette',
      summary:
        'Returns the parts and orders that match best; for admins, also users. Lists orders of a stage if there is no search text.',
      querystring: paletteQuery,
      response: paletteResults,
    },
  }),
}
