import { z } from 'zod'
import { id } from '../schema-fields.ts'

/** `address` is the value for a part's `img`. `width` and `height` of the widest copy, in pixels. */
export const addedPhoto = z.object({
  _id: id,
  address: z.string(),
  width: z.int(),
  height: z.int(),
})
