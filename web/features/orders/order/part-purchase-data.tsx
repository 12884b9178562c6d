import type { Part } from '@freehub/contract/catalog/parts'
import { formatDollars, formatTaka } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'
import { useSettings } from '../../../settings.ts'

/** Available stock, minimum order and unit price of a part. */
export function PartPurchaseData({ part }: { part: Part }) {
  const { localCurrencyRate } = useSettings()
  return (
    <dl className="data">
      <div>
        <dt>Available stock</dt>
        <dd>{pluralize(part.availableQuantity, 'piece', 'pieces')}</dd>
      </div>
      <div>
        <dt>Minimum order quantity</dt>
        <dd>{pluralize(part.minimumOrder, 'piece', 'pieces')}</dd>
      </div>
      <div>
        <dt>Price per unit</dt>
        <dd>
          {formatTaka(part.price, localCurrencyRate)} <small>({formatDollars(part.price)})</small>
        </dd>
      </div>
    </dl>
  )
}
