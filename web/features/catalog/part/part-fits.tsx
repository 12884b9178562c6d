import type { PartRelations } from '@freehub/contract/catalog/parts'
import { PartFit } from './part-fit.tsx'

export function PartFits({ fits }: { fits: PartRelations['fits'] }) {
  if (fits.length === 0) return null
  return (
    <section className="part-more" aria-labelledby="fits">
      <div className="part-more-head">
        <h2 id="fits">Fits</h2>
        <p>Compatible parts, by connection.</p>
      </div>
      <ul className="fits">
        {fits.map((fit) => (
          <PartFit key={`${fit.role} ${fit.name}`} fit={fit} />
        ))}
      </ul>
    </section>
  )
}
