import { CACHE_TTL_MS } from '@freehub/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { getDrawingUrl } from '../../../ui/drawing.ts'
import { partQuery } from '../../catalog/part/part-queries.ts'
import { PartPicture } from '../../catalog/part-picture.tsx'

/** A small drawing of an ordered part. Its box stays empty if the part is no longer sold. */
export function PartIcon({ partId }: { partId: string }) {
  const { data: part } = useQuery({
    ...partQuery(partId),
    staleTime: CACHE_TTL_MS,
    retry: false,
  })
  return (
    <span className="product-icon">
      {part && <PartPicture src={getDrawingUrl(part.img, 'icon')} width="48" height="48" alt="" />}
    </span>
  )
}
