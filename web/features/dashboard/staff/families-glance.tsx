import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { BarredTable } from '../barred-table.tsx'
import { Glance } from '../glance.tsx'
import { familiesInWords, familyName } from './families-in-words.ts'

interface FamiliesGlanceProps {
  days: number
  families: Overview['piecesByFamily']
}

/** Which families sell, by their pieces. */
export function FamiliesGlance({ days, families }: FamiliesGlanceProps) {
  return (
    <Glance title="Pieces by family" insight={familiesInWords(families, days)}>
      {families.length > 0 && (
        <BarredTable
          caption="Pieces by family"
          columns={['Family', 'Pieces', 'Total']}
          rows={families.map(({ family, pieces, total }) => ({
            key: family ?? '',
            name: familyName(family),
            amount: pieces,
            numbers: [formatCount(pieces), formatDollars(total)],
          }))}
        />
      )}
    </Glance>
  )
}
