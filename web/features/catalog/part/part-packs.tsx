import type { PartDetails } from '@freehub/contract/catalog/parts'
import { weightInWords } from '@freehub/contract/catalog/weight-in-words'
import type { ReactNode } from 'react'
import { counted } from '../../../api/counted.ts'
import { partNumberOf } from '../../../ui/drawing.ts'

interface PartPacksProps {
  img: string
  details: PartDetails | undefined
}

/** How a part is packed, weighed, declared and numbered: what a dealer's buyer types over. */
export function PartPacks({ img, details }: PartPacksProps) {
  const facts = packFacts(img, details)
  if (facts.length === 0) return null
  return (
    <section className="part-block" aria-labelledby="packing">
      <h2 id="packing">Packing and shipping</h2>
      <dl className="data">
        {facts.map(([caption, value]) => (
          <div key={caption}>
            <dt>{caption}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function packFacts(img: string, details: PartDetails | undefined): [string, ReactNode][] {
  const { packSize, cartonSize, weightGrams, leadTimeDays, hsCode, supersedes } = details ?? {}
  const number = details?.sku ?? partNumberOf(img)
  const facts: [string, ReactNode][] = []
  if (number) facts.push(['Part number', number])
  if (supersedes) facts.push(['Replaces', supersedes])
  if (packSize) facts.push(['Inner pack', inPieces(packSize, weightGrams)])
  if (cartonSize) facts.push(['Carton', inPieces(cartonSize, weightGrams)])
  if (weightGrams) facts.push(['Weight of one', weightInWords(weightGrams)])
  if (leadTimeDays) facts.push(['Lead time beyond stock', counted(leadTimeDays, 'day', 'days')])
  if (hsCode) facts.push(['HS code', hsCode.replace(/^(\d{4})(\d{2})$/, '$1.$2')])
  return facts
}

/** So many pieces, and what they weigh without their packing. */
function inPieces(count: number, weightGrams: number | null | undefined): ReactNode {
  return (
    <>
      {counted(count, 'piece', 'pieces')}
      {weightGrams ? <small>, {weightInWords(count * weightGrams)} net</small> : null}
    </>
  )
}
