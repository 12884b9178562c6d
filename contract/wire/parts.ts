import { z } from 'zod'
import { PART_DESCRIPTION_LENGTH, PART_NAME_LENGTH } from '../limits.ts'
import { dollars, id, imageAddress, page, pieces, piecesFromOne, requiredText } from './fields.ts'

/** A part as the specification's calls say it. `price` in dollars, quantities in pieces. */
export const part = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  img: z.string(),
  price: z.number(),
  availableQuantity: z.int(),
  minimumOrder: z.int(),
})

export const partsQuery = z.strictObject({ size: page.size, after: page.after })

export const newPart = z.strictObject({
  name: requiredText(PART_NAME_LENGTH, 'Give the part a name.'),
  price: dollars,
  minimumOrder: piecesFromOne,
  availableQuantity: pieces,
  description: requiredText(PART_DESCRIPTION_LENGTH, 'Describe the part.'),
  img: imageAddress,
})

/** What the catalogue knows of a part beyond the specification. Units end the attributes' names. */
export const partDetails = z.object({
  _id: id,
  sku: z.string().nullable(),
  family: z.string().nullable(),
  packSize: z.int().nullable(),
  cartonSize: z.int().nullable(),
  weightGrams: z.number().nullable(),
  leadTimeDays: z.int().nullable(),
  attributes: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
  ),
})
