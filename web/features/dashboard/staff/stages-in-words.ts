import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'

type Stages = Overview['ordersByStage']

/** How many orders were placed, and how many of them wait for something. */
export function stagesInWords(stages: Stages, days: number): string {
  const countOf = (wanted: string) => stages.find(({ stage }) => stage === wanted)?.count ?? 0
  const all = stages.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return `No orders were placed in these ${days} days.`
  const [shipped, paid, pending] = [countOf('Shipped'), countOf('Paid'), countOf('Pending')]
  const placed = `${counted(all, 'order was', 'orders were')} placed in ${days} days`
  return `${placed}: ${formatCount(shipped)} shipped, ${formatCount(paid)} to be shipped, ${formatCount(pending)} to be paid.`
}
