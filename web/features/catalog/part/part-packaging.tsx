import { formatWeight, type PartDetails } from '@freehub/contract/catalog/parts'
import { pluralize } from '@freehub/contract/money'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../ui/description-list.tsx'

/** A part's data for purchasing and customs: pack sizes, weight, lead time, HS code. */
export function PartPackaging({ details }: { details: PartDetails | undefined }) {
  const facts = listPackagingFacts(details)
  if (facts.length === 0) return null
  return (
    <section className="part-block mt-10 print:mt-[6mm]" aria-labelledby="packing">
      <h2 id="packing">Packing and shipping</h2>
      <div className="print:columns-1 sm:columns-2 sm:gap-x-10">
        <DescriptionList rows={facts} />
      </div>
    </section>
  )
}

function listPackagingFacts(details: PartDetails | undefined): [string, ReactNode][] {
  const { packSize, cartonSize, weightGrams, leadTimeDays, hsCode } = details ?? {}
  const facts: [string, ReactNode][] = []
  if (packSize) facts.push(['Inner pack', formatPack(packSize, weightGrams)])
  if (cartonSize) facts.push(['Carton', formatPack(cartonSize, weightGrams)])
  if (weightGrams) facts.push(['Unit weight', formatWeight(weightGrams)])
  if (leadTimeDays)
    facts.push(['Lead time when out of stock', pluralize(leadTimeDays, 'day', 'days')])
  if (hsCode) facts.push(['HS code', hsCode.replace(/^(\d{4})(\d{2})$/, '$1.$2')])
  return facts
}

function formatPack(count: number, weightGrams: number | null | undefined): ReactNode {
  return (
    <>
      {pluralize(count, 'piece', 'pieces')}
      {weightGrams ? <small>, {formatWeight(count * weightGrams)} net</small> : null}
    </>
  )
}
