import type { OrderHistory } from '@freehub/contract/orders/orders'

type TrackingInfoProps = Pick<OrderHistory, 'carrier' | 'trackingNumber' | 'trackingUrl'>

export function TrackingInfo({ carrier, trackingNumber, trackingUrl }: TrackingInfoProps) {
  return (
    <span className="parcel">
      {carrier}
      {trackingNumber && <span className="transaction">{trackingNumber}</span>}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          Track parcel
        </a>
      )}
    </span>
  )
}
