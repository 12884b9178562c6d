import { CACHE_LIFE_MS } from '@freehub/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { PartPicture } from '../parts/part-picture.tsx'
import { onePart } from '../parts/part-queries.ts'
import { drawingAt } from '../ui/drawing.ts'

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
