import type { Part } from '@freehub/contract/catalog/parts'
import { PartCells } from '../part-cells.tsx'

/** The parts that are most like the one looked at. */
export function SimilarParts({ parts }: { parts: Part[] }) {
  if (parts.length === 0) return null
  return (
    <section className="part-more part-similar" aria-labelledby="similar">
      <div className="part-more-head">
        <h2 id="similar">Similar parts</h2>
      </div>
      <PartCells heading="h3" parts={parts} lazyFrom={0} />
    </section>
  )
}
