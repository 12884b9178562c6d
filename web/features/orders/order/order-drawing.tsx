import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { TitleBlock } from '../../../ui/drawing-title-block.tsx'
import { drawingSizes, getPlaceholderUrl } from '../../../ui/drawing-url.ts'
import { NextIcon } from '../../../ui/icons.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { PartDrawingSheet } from '../../catalog/part/part-drawing-sheet.tsx'
import { partDetailsQuery, partQuery } from '../../catalog/part/part-queries.ts'

/** The drawing of the part, with the name from the order. Without the part, for example while it loads, a placeholder. */
export function OrderDrawing({ order }: { order: OrderHistory }) {
  const { data: part } = useQuery({ ...partQuery(order.productId), retry: false })
  const { data: details } = useQuery({
    ...partDetailsQuery(order.productId),
    enabled: Boolean(part),
    retry: false,
  })

  if (part === undefined) {
    return (
      <div className="order-drawing">
        <Placeholder order={order} />
      </div>
    )
  }
  if (part === null) {
    return (
      <div className="order-drawing">
        <Placeholder order={order} />
        <p className="secondary mt-4">This part is no longer sold.</p>
      </div>
    )
  }
  return (
    <div className="order-drawing">
      <PartDrawingSheet part={{ ...part, name: order.productName }} details={details} isSmall />
      <Link className="more mt-4" to={paths.part(part._id)}>
        View product
        <NextIcon />
      </Link>
    </div>
  )
}

function Placeholder({ order }: { order: OrderHistory }) {
  return (
    <div className="frame">
      <img {...drawingSizes.card} src={getPlaceholderUrl('chainring')} alt="" />
      <TitleBlock
        cells={[
          ['Title', <PartName key="name" name={order.productName} />],
          ['Sheet', '1 / 1'],
        ]}
      />
    </div>
  )
}
