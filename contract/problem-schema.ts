import { z } from 'zod'
import { cartLine } from './cart/cart-schemas.ts'
import { refusalCodes } from './refusals.ts'

/**
 * RFC 9457 problem details. `errors`: messages by field. `lines`: the refused lines of an order.
 * `requestId`: the request id in the log, in a 500.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(refusalCodes()),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  lines: z
    .array(
      z.object({
        productId: z.string(),
        code: z.enum(refusalCodes()),
        detail: z.string(),
        available: z.int().optional(),
        /** The current line, if `code` is `line_changed` and the line still exists. */
        line: cartLine.optional(),
        oldPriceCents: z.int().optional(),
        newPriceCents: z.int().optional(),
      }),
    )
    .optional(),
  requestId: z.string().optional(),
})

export type Problem = z.infer<typeof problem>
