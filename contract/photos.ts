import type { z } from 'zod'
import type * as wire from './wire/photos.ts'

export type AddedPhoto = z.infer<typeof wire.addedPhoto>
