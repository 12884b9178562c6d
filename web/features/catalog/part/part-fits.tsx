import type { PartRelations } from '@freehub/contract/catalog/parts'
import { PartFit } from './part-fit.tsx'

/** What a part goes together with: each place where it meets another part of the bicycle. */
export function PartFits({ fits }: { fits: PartRelations['fits'] }) {
  if (fits.length === 0) return null
  return (
    <section className="part-more" aria-labelledby="fits">
      <div className="part-more-head">
        <h2 id="fits">Fits</h2>
        <p>
          Where this part meets others, what it needs or offers there, and our parts that agree.
        </p>
      </div>
      <ul className="fits">
        {fits.map((fit) => (
          <PartFit key={`${fit.role} ${fit.name}`} fit={fit} />
        ))}
      </ul>
    </section>
  )
}
