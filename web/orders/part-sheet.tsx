import type { Part, PartDetails } from '@freehub/contract/parts'
import { drawingAt, drawingSizes, partNumberOf } from '../ui/drawing.ts'

/** The part's drawing in its frame, with the title block at the foot. */
export function PartSheet({ part, details }: { part: Part; details: PartDetails | undefined }) {
  const material = details?.attributes.material
  return (
    <div className="frame">
      <picture>
        <source
          media="(min-width: 560px)"
          srcSet={drawingAt(part.img, 'sheet')}
          width={drawingSizes.sheet.width}
          height={drawingSizes.sheet.height}
        />
        <img
          src={part.img}
          width={drawingSizes.card.width}
          height={drawingSizes.card.height}
          alt={partNumberOf(part.img) ? `Drawing: ${part.name}` : part.name}
        />
      </picture>
      <dl className="title-block">
        <Cell caption="Title" value={part.name} />
        <Cell caption="Part no." value={details?.sku ?? partNumberOf(part.img)} />
        {typeof material === 'string' ? (
          <Cell caption="Material" value={material} />
        ) : (
          <Cell caption="Family" value={details?.family} />
        )}
        <Cell caption="Sheet" value="1 / 1" />
      </dl>
    </div>
  )
}

function Cell({ caption, value }: { caption: string; value: string | null | undefined }) {
  return (
    <div>
      <dt>{caption}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  )
}
