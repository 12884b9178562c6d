import type { PartDetails } from '@freehub/contract/catalog/parts'
import { formatLowestPrice } from './list/choose-columns.ts'

/** The price of the last price step. Without one, an empty line, so that loading does not change the layout. */
export function LowestPrice({ details }: { details: Pick<PartDetails, 'priceTiers'> | undefined }) {
  return (
    <p className="price-note secondary min-h-lh text-small">
      {details && formatLowestPrice(details)}
    </p>
  )
}
