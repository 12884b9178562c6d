import type { z } from 'zod'
import type * as wire from './palette-schemas.ts'

export type Findings = z.infer<typeof wire.findings>
