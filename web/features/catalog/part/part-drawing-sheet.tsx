import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { TitleBlock, type TitleBlockCell } from '../../../ui/drawing-title-block.tsx'
import { drawingSizes, getDrawingUrl, parseDrawingUrl } from '../../../ui/drawing-url.ts'
import { PartName } from '../../../ui/part-name.tsx'
import { PartPicture } from '../../../ui/part-picture.tsx'

interface PartDrawingSheetProps {
  part: Part
  details: PartDetails | undefined
  /** True if the sheet is always too small for a drawing with all dimensions. */
  isSmall?: boolean
}

/** The picture of a part above a title block, like a sheet of a technical drawing. */
export function PartDrawingSheet({ part, details, isSmall = false }: PartDrawingSheetProps) {
  const material = details?.attributes.material
  const partCells: TitleBlockCell[] = [
    ['Part no.', details?.sku],
    typeof material === 'string' ? ['Material', material] : ['Family', details?.family],
  ]
  return (
    <div className="frame">
      <PartPicture
        {...drawingSizes.card}
        src={part.img}
        sizes="(min-width: 1024px) 640px, 100vw"
        fetchPriority="high"
        alt={parseDrawingUrl(part.img) ? `Drawing: ${part.name}` : part.name}
      >
        {!isSmall && (
          <source
            {...drawingSizes.sheet}
            media="(min-width: 1024px), print"
            srcSet={getDrawingUrl(part.img, 'sheet')}
          />
        )}
      </PartPicture>
      {!isSmall && parseDrawingUrl(part.img) && (
        <a
          className="block px-6 pb-3 sm:pt-3 lg:hidden print:hidden"
          href={getDrawingUrl(part.img, 'sheet')}
        >
          Open large drawing
        </a>
      )}
      <TitleBlock
        cells={[
          ['Title', <PartName key="name" name={part.name} />],
          // Without details, for example while they load, the cells keep their place.
          ...(!details || partCells.some(([, value]) => value) ? partCells : []),
          ['Sheet', '1 / 1'],
        ]}
      />
    </div>
  )
}
