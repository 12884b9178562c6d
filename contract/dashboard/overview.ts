import type { z } from 'zod'
import type * as wire from './overview-schemas.ts'

export type Overview = z.infer<typeof wire.overview>
export type MyOverview = z.infer<typeof wire.myOverview>
export type OverviewDays = NonNullable<z.infer<typeof wire.overviewQuery>['days']>

/** A part that comes to an end within so many days, at its pace, runs low. */
export const RUNNING_LOW_DAYS = 30
