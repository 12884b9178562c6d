import type { z } from 'zod'
import type * as wire from './wire/palette.ts'

export type Findings = z.infer<typeof wire.findings>
