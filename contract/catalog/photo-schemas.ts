import { z } from 'zod'
import { id } from '../schema-fields.ts'

/** A photo that was taken in. `address` is what a part's `img` says; sizes in pixels, of the widest kept. */
export const addedPhoto = z.object({
  _id: id,
  address: z.string(),
  width: z.int(),
  height: z.int(),
})
