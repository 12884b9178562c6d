import type { z } from 'zod'
import type * as schemas from './palette-schemas.ts'

export type PaletteResults = z.infer<typeof schemas.paletteResults>
