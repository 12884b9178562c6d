import type { Part } from '@freehub/contract/catalog/parts'
import { formatDollars, formatTaka } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'
import { useSettings } from '../../../settings.ts'

/** What decides an order: how many there are, how many at least, and at what price. */
export function PartNumbers({ part }: { part: Part }) {
  const { localCurrencyRate } = useSettings()
  return (
    <dl className="data">
      <div>
        <dt>Available stock</dt>
        <dd>{counted(part.availableQuantity, 'piece', 'pieces')}</dd>
      </div>
      <div>
        <dt>Minimum order quantity</dt>
        <dd>{counted(part.minimumOrder, 'piece', 'pieces')}</dd>
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
