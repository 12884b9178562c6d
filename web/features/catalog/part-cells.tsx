import type { Part } from '@freehub/contract/catalog/parts'
import { PartCell } from './part-cell.tsx'

/** Drawings of the first row are wanted at once, the others when they come near. */
const AT_ONCE = 3

interface PartCellsProps {
  parts: Part[]
  /** The level of the parts' names in the page they stand in. */
  heading: 'h2' | 'h3'
  lazyFrom?: number
}

export function PartCells({ parts, heading, lazyFrom = AT_ONCE }: PartCellsProps) {
  return (
    <ul className="cells">
      {parts.map((part, place) => (
        <PartCell key={part._id} part={part} heading={heading} lazy={place >= lazyFrom} />
      ))}
    </ul>
  )
}
