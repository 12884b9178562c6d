import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { BarTable } from '../bar-table.tsx'
import { Widget } from '../widget.tsx'
import { summarizeStages } from './summarize-stages.ts'

interface StagesWidgetProps {
  days: number
  stages: Overview['ordersByStage']
}

/** The orders placed in the period, by their current status. */
export function StagesWidget({ days, stages }: StagesWidgetProps) {
  return (
    <Widget title="Orders by status" summary={summarizeStages(stages, days)}>
      <BarTable
        caption="Orders by status"
        columns={['Status', 'Orders', 'Total']}
        rows={stages.map(({ stage, count, total }) => ({
          key: stage,
          name: <StatusBadge status={stage} />,
          amount: count,
          values: [formatCount(count), formatDollars(total)],
        }))}
      />
    </Widget>
  )
}
