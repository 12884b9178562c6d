import type { z } from 'zod'
import type * as schemas from './photo-schemas.ts'

export type AddedPhoto = z.infer<typeof schemas.addedPhoto>
