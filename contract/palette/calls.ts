import { z } from 'zod'
import { callsOf } from '../call.ts'
import { SEARCH_LENGTH } from '../limits.ts'
import { order, orderStage } from '../orders/order-schemas.ts'
import { text } from '../schema-fields.ts'

const paletteKind = z.enum(['parts', 'orders', 'people'])

const paletteQuery = z
  .strictObject({
    search: text(SEARCH_LENGTH).default(''),
    kind: paletteKind.optional().describe('A kind that is searched by another text, or alone.'),
    target: text(SEARCH_LENGTH).default('').describe('The text by which the kind is searched.'),
    stage: orderStage
      .optional()
      .describe('Only orders in this stage, and the one whose whole number is searched.'),
  })
  .refine(
    ({ search, kind, target, stage }) =>
      search || (kind && (target || (kind === 'orders' && stage))),
    { path: ['search'], message: 'Enter a search text.' },
  )

/** True if the search text equals the complete number of this result. */
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
      .pick({ _id: true, orderNumber: true, productName: true, email: true })
      .extend({ stage: orderStage, isExact }),
  ),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
})

export type PaletteKind = z.infer<typeof paletteKind>
export type PaletteQuery = z.infer<typeof paletteQuery>
export type PaletteResults = z.infer<typeof paletteResults>

export const paletteCalls = {
  ...callsOf('user', 'palette', {
    searchPalette: {
      route: 'GET /api/palette',
      summary:
        'Returns the best matches of parts and orders, and for admins of people. Lists orders of a stage if there is no search text.',
      querystring: paletteQuery,
      response: paletteResults,
    },
  }),
}
