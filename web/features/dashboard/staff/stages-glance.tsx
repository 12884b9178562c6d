import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { BarredTable } from '../barred-table.tsx'
import { Glance } from '../glance.tsx'
import { stagesInWords } from './stages-in-words.ts'

interface StagesGlanceProps {
  days: number
  stages: Overview['ordersByStage']
}

/** What has become of the orders that were placed in these days. */
export function StagesGlance({ days, stages }: StagesGlanceProps) {
  return (
    <Glance title="Orders by state" insight={stagesInWords(stages, days)}>
      <BarredTable
        caption="Orders by state"
        columns={['State', 'Orders', 'Total']}
        rows={stages.map(({ stage, count, total }) => ({
          key: stage,
          name: <StatusBadge status={stage} />,
          amount: count,
          numbers: [formatCount(count), formatDollars(total)],
        }))}
      />
    </Glance>
  )
}
