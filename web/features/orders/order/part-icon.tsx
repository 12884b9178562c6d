import { CACHE_LIFE_MS } from '@freehub/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { drawingAt } from '../../../ui/drawing.ts'
import { onePart } from '../../catalog/part/part-queries.ts'
import { PartPicture } from '../../catalog/part-picture.tsx'

/** A small drawing of an ordered part; its place stays empty when the part is no longer sold. */
export function PartIcon({ partId }: { partId: string }) {
  const { data: part } = useQuery({
    ...onePart(partId),
    staleTime: CACHE_LIFE_MS,
    retry: false,
  })
  return (
    <span className="product-icon">
      {part && <PartPicture src={drawingAt(part.img, 'icon')} width="48" height="48" alt="" />}
    </span>
  )
}
