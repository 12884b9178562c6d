import type { OrderHistory } from '@freehub/contract/orders/orders'

type Tracked = Pick<OrderHistory, 'carrier' | 'trackingNumber' | 'trackingUrl'>

/** Who brings an order, its number there, and the way to where it says how far it is. */
export function Parcel({ carrier, trackingNumber, trackingUrl }: Tracked) {
  return (
    <span className="parcel">
      {carrier}
      {trackingNumber && <span className="transaction">{trackingNumber}</span>}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          Follow the parcel
        </a>
      )}
    </span>
  )
}
