import { formatCount, pluralize } from '@freehub/contract/money'
import { flushSync } from 'react-dom'
import { formatError } from '../../api/call-error.ts'
import { useSend } from '../../api/use-send.ts'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { FILTER_LABELS } from './format-row.ts'
import { listSearchableRows, loadAlternatives } from './load-alternatives.ts'
import type { PadStore } from './pad-store.ts'

interface PadFiltersProps {
  pad: PadStore
  announce: (message: string) => void
}

/** The groups of rows with their sizes, as filters, and the actions for all rows of some groups. */
export function PadFilters({ pad, announce }: PadFiltersProps) {
  const { counts, rowCount, unclearCount } = useStore(pad, pad.getSummary)
  const filter = useStore(pad, pad.getFilter)
  return (
    <>
      <fieldset className="print:hidden flex flex-wrap gap-2 min-w-0">
        <legend className="sr-only">Show rows</legend>
        <FilterButton isPressed={filter === null} onPress={() => pad.setFilter(null)}>
          {`All ${formatCount(rowCount)}`}
        </FilterButton>
        {FILTER_LABELS.map(
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
      {counts.unknown > 1 && <FindAllAlternativesButton pad={pad} announce={announce} />}
      {filter === 'soldOut' && counts.soldOut > 1 && (
        <div className="actions">
          <Button
            small
            onClick={() => {
              const rows = pluralize(counts.soldOut, 'row', 'rows')
              pad.removeGroup('soldOut')
              announce(`${rows} removed.`)
            }}
          >
            Remove {pluralize(counts.soldOut, 'Row', 'Rows')}
          </Button>
        </div>
      )}
      {unclearCount > 1 && (
        <div className="message border-l-warn">
          <p>
            {pluralize(unclearCount, 'quantity', 'quantities')} may be wrong. Compare them with your
            list.
          </p>
          <Button
            small
            onClick={() => {
              pad.confirmQuantities()
              announce('Quantities confirmed.')
            }}
          >
            Confirm All Quantities
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
    <button
      type="button"
      className="toggle-button tabular-nums"
      aria-pressed={isPressed}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** Searches parts for unknown rows, up to twenty texts for each press. Then shows only the unknown rows. */
function FindAllAlternativesButton({ pad, announce }: PadFiltersProps) {
  const { mutate, isPending, error } = useSend({
    mutationFn: () => loadAlternatives(pad, listSearchableRows(pad)),
    onSuccess: (foundCount) => {
      flushSync(() => pad.setFilter('unknown'))
      moveLostFocusToFirstRow()
      announce(
        foundCount > 0
          ? `Alternatives found for ${pluralize(foundCount, 'row', 'rows')}.`
          : 'No alternatives found.',
      )
    },
  })
  const rowCount = listSearchableRows(pad).length
  return (
    <>
      {error && <ErrorMessage text={formatError(error)} />}
      {rowCount > 1 && (
        <div className="actions">
          <Button small aria-busy={isPending} onClick={() => mutate()}>
            Find Alternatives for {pluralize(rowCount, 'Row', 'Rows')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Focuses the first row if no element has the focus, so that Alt+1 to Alt+5 selects one of its alternatives. */
function moveLostFocusToFirstRow() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('.pad-row')?.focus()
}
