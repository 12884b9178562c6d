import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { drawingAt, drawingSizes, partNumberOf } from '../../../ui/drawing.ts'
import { TitleBlock, type TitleBlockCell } from '../../../ui/title-block.tsx'
import { PartName } from '../part-name.tsx'
import { PartPicture } from '../part-picture.tsx'

interface PartSheetProps {
  part: Part
  details: PartDetails | undefined
  /** On which screens there is room for the drawing with all its dimensions. */
  media?: string
}

/** The part's drawing in its frame, with the title block at the foot. */
export function PartSheet({ part, details, media = '(min-width: 560px)' }: PartSheetProps) {
  const material = details?.attributes.material
  const number = details?.sku ?? partNumberOf(part.img)
  const known: TitleBlockCell[] = [
    ['Part no.', number],
    typeof material === 'string' ? ['Material', material] : ['Family', details?.family],
  ]
  return (
    <div className="frame">
      <PartPicture
        {...drawingSizes.card}
        src={part.img}
        sizes="(min-width: 1024px) 640px, 100vw"
        fetchPriority="high"
        alt={partNumberOf(part.img) ? `Drawing: ${part.name}` : part.name}
      >
        <source {...drawingSizes.sheet} media={media} srcSet={drawingAt(part.img, 'sheet')} />
      </PartPicture>
      <TitleBlock
        cells={[
          ['Title', <PartName key="name" name={part.name} />],
          ...(known.some(([, value]) => value) ? known : []),
          ['Sheet', '1 / 1'],
        ]}
      />
    </div>
  )
}
