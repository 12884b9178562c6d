import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { BarTable } from '../bar-table.tsx'
import { Widget } from '../widget.tsx'
import { formatFamily, summarizeFamilies } from './summarize-families.ts'

interface FamiliesWidgetProps {
  days: number
  families: Overview['piecesByFamily']
}

/** Sold pieces by family. */
export function FamiliesWidget({ days, families }: FamiliesWidgetProps) {
  return (
    <Widget title="Pieces by family" summary={summarizeFamilies(families, days)}>
      {families.length > 0 && (
        <BarTable
          caption="Pieces by family"
          columns={['Family', 'Pieces', 'Total']}
          rows={families.map(({ family, pieces, total }) => ({
            key: family ?? '',
            name: formatFamily(family),
            amount: pieces,
            values: [formatCount(pieces), formatDollars(total)],
          }))}
        />
      )}
    </Widget>
  )
}
