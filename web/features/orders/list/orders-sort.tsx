import type { OrdersSort } from '@freehub/contract/orders/orders'
import { ChevronDown } from 'lucide-react'

const sorts: { sort: OrdersSort | ''; name: string }[] = [
  { sort: '', name: 'Newest first' },
  { sort: 'oldest', name: 'Oldest first' },
  { sort: 'dearest', name: 'Total: high to low' },
  { sort: 'cheapest', name: 'Total: low to high' },
]

interface OrdersSortProps {
  value: OrdersSort | ''
  onSort: (sort: OrdersSort | '') => void
}

export function OrdersSortChoice({ value, onSort }: OrdersSortProps) {
  return (
    <label className="orders-sort">
      <span className="cap">Sort</span>
      <span>
        <select
          value={value === 'newest' ? '' : value}
          onChange={({ target }) => {
            onSort(sorts.find(({ sort }) => sort === target.value)?.sort ?? '')
          }}
        >
          {sorts.map(({ sort, name }) => (
            <option key={sort} value={sort}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="ic" aria-hidden="true" />
      </span>
    </label>
  )
}
