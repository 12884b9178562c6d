import { formatCount } from '@freehub/contract/money'
import { pluralize } from '../../api/format-count.ts'
import { Button } from '../../ui/button.tsx'
import type { LineGroup } from './pad-lines.ts'
import type { PadStore } from './pad-store.ts'
import { usePadFilter, usePadSummary } from './use-pad.ts'

const GROUPS: [group: LineGroup, label: string][] = [
  ['found', 'found'],
  ['quantity', 'with a wrong quantity'],
  ['choose', 'to choose'],
  ['guess', 'to confirm'],
  ['unknown', 'unknown'],
  ['skipped', 'skipped'],
]

/** The number of rows in each state. A press shows only these rows. */
export function PadFilters({ pad }: { pad: PadStore }) {
  const { counts, lineCount, unclearCount } = usePadSummary(pad)
  const filter = usePadFilter(pad)
  return (
    <>
      <fieldset className="pad-filters">
        <legend className="sr-only">Show rows</legend>
        <FilterButton isPressed={filter === null} onPress={() => pad.setFilter(null)}>
          {`All ${formatCount(lineCount)}`}
        </FilterButton>
        {GROUPS.map(
          ([group, label]) =>
            (counts[group] > 0 || filter === group) && (
              <FilterButton
                key={group}
                isPressed={filter === group}
                onPress={() => pad.setFilter(group)}
              >
                {`${formatCount(counts[group])} ${label}`}
              </FilterButton>
            ),
        )}
      </fieldset>
      {unclearCount > 1 && (
        <div className="note pad-note">
          <p>
            {pluralize(unclearCount, 'quantity', 'quantities')} may be read wrong. Compare them with
            your list.
          </p>
          <Button small onClick={pad.confirmQuantities}>
            Confirm all quantities
          </Button>
        </div>
      )}
    </>
  )
}

interface FilterButtonProps {
  isPressed: boolean
  onPress: () => void
  children: string
}

function FilterButton({ isPressed, onPress, children }: FilterButtonProps) {
  return (
    <button type="button" className="pad-filter" aria-pressed={isPressed} onClick={onPress}>
      {children}
    </button>
  )
}
