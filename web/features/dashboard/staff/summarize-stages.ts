import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'

type Stages = Overview['ordersByStage']

/** Counts the placed orders, and those that are shipped, ready to ship or unpaid. */
export function summarizeStages(stages: Stages, days: number): string {
  const getCount = (name: string) => stages.find(({ stage }) => stage === name)?.count ?? 0
  const total = stages.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return `No orders in the last ${days} days.`
  const [shipped, paid, pending] = [getCount('Shipped'), getCount('Paid'), getCount('Pending')]
  const placed = `${pluralize(total, 'order', 'orders')} placed in ${days} days`
  return `${placed}: ${formatCount(shipped)} shipped, ${formatCount(paid)} ready to ship, ${formatCount(pending)} unpaid.`
}
