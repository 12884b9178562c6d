import { z } from 'zod'

/** The paper that a document is laid out for. */
export const paperQuery = z.strictObject({
  paper: z.enum(['a4', 'letter'], 'paper is a4 or letter.').optional(),
})

/** A PDF file. */
export const pdf = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
