import type { Part } from '@freehub/contract/catalog/parts'
import { PartGrid } from '../part-grid.tsx'

export function SimilarParts({ parts }: { parts: Part[] }) {
  if (parts.length === 0) return null
  return (
    <section className="part-more part-similar" aria-labelledby="similar">
      <div className="part-more-head">
        <h2 id="similar">Similar parts</h2>
      </div>
      <PartGrid heading="h3" parts={parts} lazyFrom={0} />
    </section>
  )
}
