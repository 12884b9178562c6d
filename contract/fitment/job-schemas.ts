import { z } from 'zod'
import { ORDER_LINES_MAXIMUM } from '../constants.ts'
import { BUILD_UNITS_MAXIMUM, JOB_NAME_LENGTH, JOB_QUANTITY_MAXIMUM } from '../limits.ts'
import { formatCount } from '../money.ts'
import { hasUniqueParts, id, requiredName, seenVersion } from '../schema-fields.ts'
import { proposedPart } from './fit-schemas.ts'

/** `free`: parts that belong together, but are neither a wheel nor a bike. */
const jobKind = z.enum(['wheel', 'bike', 'free'], 'kind must be wheel, bike or free.')

const jobFields = {
  name: requiredName(JOB_NAME_LENGTH, 'Enter a name.'),
  kind: jobKind,
  /** The number of units to build. */
  times: z
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(BUILD_UNITS_MAXIMUM, `Enter at most ${formatCount(BUILD_UNITS_MAXIMUM)}.`),
  /** Quantities of the parts for one unit. */
  lines: z
    .array(
      z.strictObject({
        productId: id,
        quantity: z
          .int('Enter a whole number of pieces.')
          .min(1, 'Enter at least one piece.')
          .max(JOB_QUANTITY_MAXIMUM, `Enter at most ${formatCount(JOB_QUANTITY_MAXIMUM)} pieces.`),
      }),
    )
    .max(ORDER_LINES_MAXIMUM, `At most ${ORDER_LINES_MAXIMUM} parts.`)
    .refine(hasUniqueParts, 'Give each part once.'),
}

export const newBuildJob = z.strictObject(jobFields)

/**
 * At least one changed field. `lines` replaces all lines. The server refuses the change if `seen`
 * is not the current version.
 */
export const buildJobChange = z
  .strictObject({ ...jobFields, seen: seenVersion })
  .partial({ name: true, kind: true, times: true, lines: true })
  .refine(({ seen: _, ...change }) => Object.keys(change).length > 0, 'Send at least one change.')

/** `version` changes with every change. */
export const buildJobEntry = z.object({
  _id: id,
  name: z.string(),
  kind: jobKind,
  times: z.int(),
  version: z.int(),
  lineCount: z.int(),
  changedAt: z.iso.datetime(),
})

/**
 * `totalCents`: like that of the job. `fitState`: `open` if no parts conflict, but some are missing, unknown or no
 * longer sold. An empty job has the state `fits`.
 */
export const listedBuildJob = buildJobEntry.extend({
  totalCents: z.int(),
  conflictCount: z.int(),
  fitState: z.enum(['conflict', 'open', 'fits']),
})

/** `needed`: quantity for all units. `quantity`: to order. `leftOver`: ordered but not needed. */
export const buildJobLine = proposedPart.extend({
  perUnit: z.int(),
  needed: z.int(),
  leftOver: z.int(),
  isOnSale: z.boolean(),
})

/** `totalCents`: the price of the quantities to order, without parts that are no longer sold. */
export const buildJob = buildJobEntry.extend({ lines: z.array(buildJobLine), totalCents: z.int() })
