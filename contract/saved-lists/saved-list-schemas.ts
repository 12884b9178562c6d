import { z } from 'zod'
import { cartChanges, cartLine } from '../cart/cart-schemas.ts'
import { ORDER_LINES_MAXIMUM } from '../constants.ts'
import { LIST_NAME_LENGTH } from '../limits.ts'
import { id, partLines, requiredName } from '../schema-fields.ts'

const name = requiredName(LIST_NAME_LENGTH, 'Enter a name.')

/** The server accepts parts that are no longer sold, because customers save the lines of earlier orders. */
export const newSavedList = z.strictObject({
  name,
  lines: partLines(ORDER_LINES_MAXIMUM),
})

/** `version` changes with every change. */
export const savedListEntry = z.object({
  _id: id,
  name: z.string(),
  version: z.int(),
  lineCount: z.int(),
  changedAt: z.iso.datetime(),
})

/** `quantity` and `totalCents` are those of the lines that can be ordered. `refusedCount` counts the other lines. */
export const listedSavedList = savedListEntry.extend({
  refusedCount: z.int(),
  quantity: z.int(),
  totalCents: z.int(),
})

/** `totalCents` is the total of the lines that can be ordered. */
export const savedList = savedListEntry.extend({
  totalCents: z.int(),
  lines: z.array(cartLine),
})

/** A new name, changes of lines, or both. `set: 0` removes a line. The server makes all changes or none. */
export const savedListChanges = z
  .strictObject({ name: name.optional(), changes: cartChanges.shape.changes.optional() })
  .refine(({ name, changes }) => name !== undefined || changes !== undefined, {
    message: 'Send a name or changes.',
  })

/** The changed lines that still exist. `lineCount` counts all lines of the list. */
export const changedSavedList = savedListEntry.extend({ lines: z.array(cartLine) })

export type SavedListEntry = z.infer<typeof savedListEntry>
export type ListedSavedList = z.infer<typeof listedSavedList>
export type SavedList = z.infer<typeof savedList>
export type NewSavedList = z.infer<typeof newSavedList>
export type SavedListChanges = z.infer<typeof savedListChanges>
export type ChangedSavedList = z.infer<typeof changedSavedList>
