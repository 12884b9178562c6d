import type { z } from 'zod'
import type * as wire from './photo-schemas.ts'

export type AddedPhoto = z.infer<typeof wire.addedPhoto>
