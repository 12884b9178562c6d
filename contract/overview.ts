import type { z } from 'zod'
import type * as wire from './wire/overview.ts'

export type Overview = z.infer<typeof wire.overview>
export type MyOverview = z.infer<typeof wire.myOverview>
