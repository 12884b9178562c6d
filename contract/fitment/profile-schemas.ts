import { z } from 'zod'
import { fitEntry, hasUniqueEntries } from '../catalog/part-schemas.ts'
import { PROFILE_ENTRIES_MAXIMUM, PROFILE_NAME_LENGTH } from '../limits.ts'
import { id, requiredName } from '../schema-fields.ts'

export const newProfile = z.strictObject({
  name: requiredName(PROFILE_NAME_LENGTH, 'Enter a name.'),
  /** `offers`: sizes that the bike has. `needs`: sizes that parts on the bike need. */
  entries: z
    .array(fitEntry)
    .min(1, 'Add at least one entry.')
    .max(PROFILE_ENTRIES_MAXIMUM, `At most ${PROFILE_ENTRIES_MAXIMUM} entries.`)
    .refine(hasUniqueEntries, 'Give each entry once.'),
})

/** `seen`: the `changedAt` of the profile that the user saw. */
export const profileChange = newProfile.extend({ seen: z.iso.datetime() })

export const bikeProfile = z.object({
  _id: id,
  name: z.string(),
  entries: z.array(fitEntry),
  changedAt: z.iso.datetime(),
})

/**
 * An interface with its sizes, for the profile editor. `pattern`: the pattern of sizes that the user types. `ends`: the
 * sizes at the front and at the rear of a bike, if they differ.
 */
export const fitInterface = z.object({
  id: z.string(),
  name: z.string(),
  counterpart: z.string(),
  sizes: z.array(z.object({ size: z.string(), label: z.string() })),
  pattern: z.string().nullable(),
  ends: z.tuple([z.array(z.string()), z.array(z.string())]).nullable(),
})
