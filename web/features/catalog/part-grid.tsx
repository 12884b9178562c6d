import type { Part } from '@freehub/contract/catalog/parts'
import { PartCard } from './part-card.tsx'

/** Pictures of the first row load at once, the others lazily. */
const EAGER_COUNT = 3

interface PartGridProps {
  parts: Part[]
  /** Heading level of the part names. */
  heading: 'h2' | 'h3'
  lazyFrom?: number
}

export function PartGrid({ parts, heading, lazyFrom = EAGER_COUNT }: PartGridProps) {
  return (
    <ul className="cells">
      {parts.map((part, index) => (
        <PartCard key={part._id} part={part} heading={heading} lazy={index >= lazyFrom} />
      ))}
    </ul>
  )
}
