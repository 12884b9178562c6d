import type { z } from 'zod'
import type * as schemas from './overview-schemas.ts'

export type Overview = z.infer<typeof schemas.overview>
export type MyOverview = z.infer<typeof schemas.myOverview>
export type OverviewDays = NonNullable<z.infer<typeof schemas.overviewQuery>['days']>

/** Stock is low if it lasts at most this many days at the current sales rate. */
export const LOW_STOCK_DAYS = 30
