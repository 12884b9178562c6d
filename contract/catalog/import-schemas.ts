import { z } from 'zod'
import { id, requiredText } from '../schema-fields.ts'

const moment = z.iso.datetime()

/** What becomes of a row: a new part, a changed one, nothing, or it is wrong and left out. */
export const rowFate = z.enum(['add', 'change', 'same', 'wrong'])

export const importQuery = z.strictObject({
  name: requiredText(200, 'Say the name of the file.'),
})

/**
 * An import, its rows counted by their fate. `restocked`: how many of the changed would have another stock.
 * `applied`: how many rows are done; `failed`: how many could not be after all. `by`: a name, or that it was
 * somebody who has left.
 */
export const partImport = z.object({
  _id: id,
  fileName: z.string(),
  by: z.string().nullable(),
  state: z.enum(['reading', 'read', 'applying', 'applied', 'refused', 'cancelled']),
  refusal: z.string().nullable(),
  counts: z.object({ add: z.int(), change: z.int(), same: z.int(), wrong: z.int() }),
  restocked: z.int(),
  applied: z.int(),
  failed: z.int(),
  createdAt: moment,
  appliedAt: moment.nullable(),
})

export const application = z
  .strictObject({
    /** What the file says of the stock of products that are there already is left out. */
    leaveStock: z.boolean('leaveStock is true or false.').optional(),
  })
  .optional()

/** A row: its number in the file, the heading being 1; what is wrong by column; what changes. */
export const importRow = z.object({
  row: z.int(),
  fate: rowFate,
  name: z.string(),
  sku: z.string().nullable(),
  errors: z.record(z.string(), z.string()),
  changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
  applied: z.boolean(),
  refusal: z.string().nullable(),
})

export const importRowsQuery = z.strictObject({
  /** `failed`: those that could not be applied after all. */
  fate: z.enum([...rowFate.options, 'failed']).optional(),
  /** Rows after the one of this number. */
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'after is the number of a row.')
    .transform(Number)
    .optional(),
  size: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'size is a whole number from 1 to 100.')
    .transform(Number)
    .optional(),
})
