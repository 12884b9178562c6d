import { z } from 'zod'

/** The paper size of a document. */
export const documentQuery = z.strictObject({
  paper: z.enum(['a4', 'letter'], 'paper must be a4 or letter.').optional(),
})

export const pdf = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
