import { z } from 'zod'
import { id, page, period, requiredText, timestamp } from '../schema-fields.ts'

/** `same`: the row changes nothing. `wrong`: the row has errors and is skipped. */
export const rowResult = z.enum(['add', 'change', 'same', 'wrong'])

export const importQuery = z.strictObject({
  name: requiredText(200, 'Give the name of the file.'),
})

export const importsQuery = z.strictObject({ ...page, ...period })

/**
 * `counts`: rows by result. `restocked`: changed rows with a new stock. `applied` and `failed`:
 * numbers of rows. `by`: the name of the admin who applied the import, or else uploaded it.
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
  createdAt: timestamp,
  appliedAt: timestamp.nullable(),
})

export const importApplication = z
  .strictObject({
    /** Ignores the stock column for existing products. */
    leaveStock: z.boolean('leaveStock must be true or false.').optional(),
  })
  .optional()

/**
 * `row`: the row number in the file; the header is row 1. `fate`: the result. `errors`: messages by column. `changes`:
 * the changed columns. For a new part, its main columns that have a value, such as price and stock, with an empty
 * `from`.
 */
export const importRow = z.object({
  row: z.int(),
  fate: rowResult,
  name: z.string(),
  sku: z.string().nullable(),
  errors: z.record(z.string(), z.string()),
  changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
  applied: z.boolean(),
  refusal: z.string().nullable(),
})

export const importRowsQuery = z.strictObject({
  /** `failed`: rows that could not be applied. */
  fate: z.enum([...rowResult.options, 'failed']).optional(),
  /** A row number. The list starts after this row. */
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'after must be a row number.')
    .transform(Number)
    .optional(),
  size: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'size must be a whole number from 1 to 100.')
    .transform(Number)
    .optional(),
})
