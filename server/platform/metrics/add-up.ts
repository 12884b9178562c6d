import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { registry } from './metrics.ts'

/** All that a process has counted, as it can be sent to another. */
export type Counts = MetricObjectWithValues<MetricValue<string>>[]

export const readCounts = (): Promise<Counts> => registry.getMetricsAsJSON()

/** What several processes have counted, as one: the sum, or what each metric says of itself. */
export const addUp = (counts: Counts[]) => AggregatorRegistry.aggregate(counts)

/** Of what a process has counted, that which never shrinks. */
export const grown = (counts: Counts): Counts =>
  counts.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
