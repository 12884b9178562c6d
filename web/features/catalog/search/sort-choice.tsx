import { PART_SORTS, type PartSort, type PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { ChevronDown } from 'lucide-react'
import { useAwake } from '../../../ui/use-awake.ts'
import { FINDER_FORM } from './finder-ids.ts'
import type { Want } from './use-parts-wanted.ts'

const names: Record<PartSort, string> = {
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  name: 'Name',
  newest: 'Newest first',
}

/** In which order the parts stand, and, for those without scripts, the button that asks for them. */
export function SortChoice({ wanted, want }: { wanted: PartsWanted; want: Want }) {
  const awake = useAwake()
  return (
    <div className="sort">
      <label>
        <span className="cap">Sort</span>
        <span className="select">
          <select
            name="sort"
            form={FINDER_FORM}
            value={wanted.sort ?? ''}
            onChange={(event) => want({ sort: sortOf(event.target.value) })}
          >
            <option value="">{wanted.search ? 'Best first' : 'Catalogue order'}</option>
            {PART_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {names[sort]}
              </option>
            ))}
          </select>
          <ChevronDown className="ic" aria-hidden="true" />
        </span>
      </label>
      <button type="submit" className="btn show-parts" form={FINDER_FORM} hidden={awake}>
        Show parts
      </button>
    </div>
  )
}

function sortOf(value: string): PartSort | undefined {
  return PART_SORTS.find((sort) => sort === value)
}
