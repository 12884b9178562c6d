import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import type { Stock } from './stock-queries.ts'

/** The part's name, and its available, reserved and on-hand pieces. */
export function StockHead({ partId, stock }: { partId: string; stock: Stock }) {
  const { name, sku, onSale, onHand, reserved, available } = stock
  return (
    <div className="stock-head">
      <p className="stock-name">
        {onSale ? <Link to={paths.part(partId)}>{name}</Link> : name}
        {sku && <span className="second"> {sku}</span>}
        {!onSale && <span className="second"> No longer sold</span>}
      </p>
      <dl className="stock-figures">
        <Figure name="Available" pieces={available} />
        <Figure name="Reserved" pieces={reserved} />
        <Figure name="On hand" pieces={onHand} />
      </dl>
    </div>
  )
}

function Figure({ name, pieces }: { name: string; pieces: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {formatCount(pieces)} <small>pcs</small>
      </dd>
    </div>
  )
}
