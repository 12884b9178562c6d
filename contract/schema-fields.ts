import { z } from 'zod'
import { LIST_SIZE_MAXIMUM, QUANTITY_MAXIMUM } from './constants.ts'
import { EMAIL_PATTERN } from './email.ts'
import { HTTPS_URL_MESSAGE, isHttpsUrl } from './https-url.ts'
import {
  DOLLARS_MAXIMUM,
  DOLLARS_MESSAGE,
  DOLLARS_MINIMUM,
  IMAGE_PATH_PATTERN,
  URL_LENGTH,
} from './limits.ts'
import { centsOf, formatCount } from './money.ts'

export const id = z.uuid('This is not a valid ID.').toLowerCase()

export const email = z.string().regex(EMAIL_PATTERN, 'Provide a valid email')

/** An amount in dollars with at most two decimals. */
export const dollars = z
  .number('Enter the amount as a number in dollars.')
  .min(DOLLARS_MINIMUM, 'The minimum amount is $0.01.')
  .max(DOLLARS_MAXIMUM, 'The maximum amount is $999,999.99.')
  .refine((amount) => !Number.isNaN(centsOf(amount)), 'Enter at most two decimals.')

export const quantity = z
  .int('Enter a whole number of pieces.')
  .min(0, 'The number of pieces cannot be negative.')
  .max(QUANTITY_MAXIMUM, `Enter at most ${formatCount(QUANTITY_MAXIMUM)} pieces.`)

export const positiveQuantity = quantity.min(1, 'Enter at least one piece.')

const SEEN_VERSION_MESSAGE = 'Send the version that you have read.'

/** The version of an object that the caller saw. The largest value is that of a PostgreSQL integer. */
export const seenVersion = z
  .int(SEEN_VERSION_MESSAGE)
  .min(0, SEEN_VERSION_MESSAGE)
  .max(2_147_483_647, SEEN_VERSION_MESSAGE)

/** True if no part occurs twice. */
export const hasUniqueParts = (lines: { productId: string }[]): boolean =>
  new Set(lines.map(({ productId }) => productId)).size === lines.length

/** The quantities of up to `max` different parts. */
export const partLines = (max: number) =>
  z
    .array(z.strictObject({ productId: id, quantity: positiveQuantity }))
    .max(max, `At most ${max} lines.`)
    .refine(hasUniqueParts, 'Give each part once.')

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/

/**
 * Trimmed text without control characters, except tabs and line breaks. U+FFFD replaces half of a surrogate pair, which
 * PostgreSQL refuses in JSON.
 */
export const text = (maxLength: number, message?: string) =>
  z
    .string(message)
    .trim()
    .overwrite((typed) => typed.toWellFormed())
    .max(maxLength, `At most ${formatCount(maxLength)} characters.`)
    .regex(NO_CONTROL_CHARACTERS, 'Control characters are not allowed.')

export const requiredText = (maxLength: number, message: string) =>
  text(maxLength, message).min(1, message)

const NO_DIRECTION_CONTROLS = /^[^\u202a-\u202e\u2066-\u2069]*$/

/** A name without characters that reverse the texts around it on screens and in documents. */
export const requiredName = (maxLength: number, message: string) =>
  requiredText(maxLength, message).regex(
    NO_DIRECTION_CONTROLS,
    'Control characters are not allowed.',
  )

export const httpsUrl = z
  .string()
  .trim()
  .max(URL_LENGTH, `At most ${formatCount(URL_LENGTH)} characters.`)
  .refine(isHttpsUrl, HTTPS_URL_MESSAGE)

export const imageUrl = z.union(
  [
    httpsUrl,
    z
      .string()
      .max(500)
      .regex(new RegExp(`^${IMAGE_PATH_PATTERN}$`)),
  ],
  'Enter an image URL that begins with https://',
)

/** Ids of orders, separated by commas. */
export const orderIds = z
  .string()
  .transform((ids) => [...new Set(ids.split(','))])
  .pipe(z.array(id).max(LIST_SIZE_MAXIMUM, `Give at most ${LIST_SIZE_MAXIMUM} orders.`))

/** A page size. Values out of range are rejected, not clamped. */
const listSize = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, `size must be a whole number from 1 to ${LIST_SIZE_MAXIMUM}.`)
  .transform(Number)
  .refine(
    (n) => n <= LIST_SIZE_MAXIMUM,
    `size must be a whole number from 1 to ${LIST_SIZE_MAXIMUM}.`,
  )

/** The parameters of keyset pagination. `after`: the `_id` of the last row of the previous page. */
export const page = {
  size: listSize.optional(),
  after: id.optional(),
}

/** Pagination in both directions. `before`: the `_id` of the first row of the next page. `last`: for the last page. */
export const bidirectionalPage = {
  ...page,
  before: page.after,
  last: z.literal('true').optional(),
}

/** The arguments of `refine` that reject more than one of `after`, `before` and `last`. */
export const singleCursor = [
  ({ after, before, last }: { after?: unknown; before?: unknown; last?: unknown }) =>
    [after, before, last].filter(Boolean).length <= 1,
  { path: ['before'], message: 'Give one of after, before and last.' },
] as [(query: object) => boolean, { path: string[]; message: string }]

export const timestamp = z.iso.datetime('Enter a time such as 2026-01-31T00:00:00Z.')

/** PostgreSQL has no year 0. */
const periodLimit = timestamp.regex(/^(?!0000)/, 'Use a year from 0001 to 9999.').optional()

/** The rows of a period: at `from` or later, and before `until`. */
export const period = { from: periodLimit, until: periodLimit }

export const dollarsParam = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, DOLLARS_MESSAGE)
  .transform(Number)

const count = z.int().min(0).max(1)
export const modified = z.object({ modifiedCount: count })
export const deleted = z.object({ deletedCount: count })

export const inserted = z.object({ insertedId: id })

export const csv = z.string()

export const byId = z.object({ id })
export const byEmail = z.object({ email })
