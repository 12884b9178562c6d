import { z } from 'zod'
import { LIST_SIZE_MAXIMUM, PIECES_MAXIMUM } from './constants.ts'
import { EMAIL_PATTERN } from './email.ts'
import { HTTPS_ADDRESS_WANTED, isHttpsAddress } from './https-address.ts'
import { DOLLARS_MAXIMUM, DOLLARS_MINIMUM, IMAGE_PATH_PATTERN, URL_LENGTH } from './limits.ts'
import { centsOf } from './money.ts'

export const id = z.uuid('This is not an id of the shop.').toLowerCase()

export const email = z.string().regex(EMAIL_PATTERN, 'Provide a valid email')

/** Dollars, at most two decimals. */
export const dollars = z
  .number('Give the amount as a number, in dollars.')
  .min(DOLLARS_MINIMUM, 'The least amount is $0.01.')
  .max(DOLLARS_MAXIMUM, 'The largest amount is $999,999.99.')
  .refine((amount) => !Number.isNaN(centsOf(amount)), 'Give at most two decimals.')

export const pieces = z
  .int('Give a whole number of pieces.')
  .min(0, 'Give a number of pieces that is not negative.')
  .max(PIECES_MAXIMUM, `Give at most ${PIECES_MAXIMUM} pieces.`)

export const piecesFromOne = pieces.min(1, 'Give at least one piece.')

/** Text that a person typed: trimmed, without control characters apart from line breaks. */
export const text = (maximum: number, message = 'Give this as text.') =>
  z
    .string(message)
    .trim()
    .max(maximum, `At most ${maximum} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Leave out control characters.')

export const requiredText = (maximum: number, message: string) =>
  text(maximum, message).min(1, message)

/** https, as a public page shows it to everybody; without blanks and control characters. */
export const httpsUrl = z
  .string()
  .trim()
  .max(URL_LENGTH, `At most ${URL_LENGTH} characters.`)
  .refine(isHttpsAddress, HTTPS_ADDRESS_WANTED)

/** https, or a path of the shop itself. */
export const imageAddress = z.union(
  [
    httpsUrl,
    z
      .string()
      .max(500)
      .regex(new RegExp(`^${IMAGE_PATH_PATTERN}$`)),
  ],
  'Give an image address that begins with https://',
)

/** A number in a query string: digits alone, once, in range. Never clamped. */
const listSize = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, `size is a whole number from 1 to ${LIST_SIZE_MAXIMUM}.`)
  .transform(Number)
  .refine((n) => n <= LIST_SIZE_MAXIMUM, `size is a whole number from 1 to ${LIST_SIZE_MAXIMUM}.`)

/** Paging by what was seen last: `after` is the `_id` (or, of users, the e-mail's `_id`) of the last row. */
export const page = {
  size: listSize.optional(),
  after: id.optional(),
}

/** A list that is turned both ways: `after` the row with this id, or `before` it, or the last page. */
export const twoWayPage = {
  ...page,
  before: page.after,
  last: z.literal('true').optional(),
}

/** The rule of such a list's query: one place of it. */
export const onePlace = [
  ({ after, before, last }: { after?: unknown; before?: unknown; last?: unknown }) =>
    [after, before, last].filter(Boolean).length <= 1,
  { path: ['before'], message: 'Give one of after, before and last.' },
] as [(query: object) => boolean, { path: string[]; message: string }]

/** Dollars in a query string: digits, at most two decimals, once. */
export const dollarsInQuery = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'Give an amount in dollars, such as 4.50.')
  .transform(Number)

const count = z.int().min(0).max(1)
export const modified = z.object({ modifiedCount: count })
export const deleted = z.object({ deletedCount: count })

export const inserted = z.object({ insertedId: id })

/** A CSV file, streamed. */
export const csv = z.string()

/** Path parameters. */
export const byId = z.object({ id })
export const byEmail = z.object({ email })
