import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { Selection } from './use-selection.ts'

/** The header of the column with checkboxes. Its checkbox selects or clears all selectable rows of the page. */
export function SelectAllHead({ selection, noun }: { selection: Selection; noun: string }) {
  const { isAllSelected, selectedIds, selectAllBox, toggleAll } = selection
  return (
    <th scope="col" className="check-column">
      <label className="check grid place-items-center min-w-11 min-h-11 cursor-pointer">
        <input
          type="checkbox"
          aria-label={`Select all ${noun} of this page`}
          checked={isAllSelected}
          ref={(input) => {
            selectAllBox.current = input
            if (input) input.indeterminate = selectedIds.length > 0 && !isAllSelected
          }}
          onChange={toggleAll}
        />
      </label>
    </th>
  )
}

interface SelectCellProps {
  selection: Selection
  id: string
  label: string
}

/** A cell with the checkbox of its row. Empty if the row cannot be selected. */
export function SelectCell({ selection, id, label }: SelectCellProps) {
  return (
    <td className="check-column">
      {selection.isSelectable(id) && (
        <label className="check grid place-items-center min-w-11 min-h-11 cursor-pointer">
          <input
            type="checkbox"
            aria-label={label}
            checked={selection.isSelected(id)}
            onChange={() => selection.toggle(id)}
          />
        </label>
      )}
    </td>
  )
}

interface SelectionBarProps {
  selection: Selection
  summary: string
  /** The actions for the selected rows. */
  children: ReactNode
}

/** The bar with the actions for the selected rows. It stays visible while the list scrolls. */
export function SelectionBar({ selection, summary, children }: SelectionBarProps) {
  if (selection.selectedIds.length === 0) return null
  return (
    <section className="selection-bar" aria-label="Selected rows">
      <p role="status">{summary}</p>
      <div className="actions">
        {children}
        <Button
          small
          onClick={() => {
            selection.clear()
            selection.selectAllBox.current?.focus()
          }}
        >
          Clear Selection
        </Button>
      </div>
    </section>
  )
}
