import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { getRowName } from './format-row.ts'
import { getRowText } from './load-alternatives.ts'
import type { PadStore } from './pad-store.ts'
import { RowActions } from './row-actions.tsx'
import { RowPicture, RowPrice, RowText } from './row-cells.tsx'
import { RowCodeForm } from './row-code-form.tsx'
import { listOptions, type PadRowView, readOptionKey } from './row-data.ts'
import { RowQuantity } from './row-quantity.tsx'
import { useRowSearch } from './use-row-search.ts'

interface PadRowProps {
  id: number
  pad: PadStore
  announce: (message: string) => void
}

/** A row of the pad. Memoized, so that a keystroke renders one row. */
export const PadRow = memo(function PadRow({ id, pad, announce }: PadRowProps) {
  const view = useStore(pad, () => pad.getView(id))
  if (!view) return null

  /** Runs a change. If the pressed button disappears, another element takes the focus. */
  function runChange(change: () => void, message?: string, target?: string) {
    flushSync(change)
    moveLostFocusToRow(id, target)
    if (message) announce(message)
  }

  const Row = view.row.isRemoved ? RemovedRow : OpenRow
  return (
    <Row view={view} name={getRowName(view)} pad={pad} runChange={runChange} announce={announce} />
  )
})

const toElementId = (id: number) => `pad-row-${id}`

/**
 * If no element has the focus, moves it to the row: to the element that matches `target`, else to the quantity, else to
 * the first button.
 */
function moveLostFocusToRow(id: number, target = ''): void {
  const element = document.getElementById(toElementId(id))
  if (!element || document.activeElement !== document.body) return
  const [first] = [target, '.pad-quantity input', 'button'].flatMap(
    (selector) => (selector && element.querySelector<HTMLElement>(selector)) || [],
  )
  first?.focus({ preventScroll: true })
}

interface RowProps extends Omit<PadRowProps, 'id'> {
  view: PadRowView
  name: string
  runChange: (change: () => void, message?: string, target?: string) => void
}

function RemovedRow({ view: { row }, name, pad, runChange }: RowProps) {
  return (
    <li id={toElementId(row.id)} className="pad-row" data-group="removed" tabIndex={-1}>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-ink-2">
        <p>{name} removed</p>
        <Button
          small
          aria-label={`Undo: ${name} removed`}
          onClick={() => runChange(() => pad.setRemoved(row.id, false), `${name} restored.`)}
        >
          Undo
        </Button>
      </div>
    </li>
  )
}

/** A row that is not removed. Alt+1 to Alt+5 selects a listed part. Without parts, the key searches for alternatives. */
function OpenRow({ view, name, pad, runChange, announce }: RowProps) {
  const { row, group } = view
  const [isEditing, setEditing] = useState(false)
  const { error, isBusy, ...search } = useRowSearch(pad, row)

  async function loadAlternatives() {
    const message = await search.searchAlternatives(name)
    runChange(() => {}, message, '.pad-options button')
  }

  async function replace(text: string) {
    const message = await search.replaceNumber(text)
    if (message !== undefined) runChange(() => setEditing(false), message)
  }

  function selectOption(position: number) {
    const match = listOptions(row)[position]
    if (!match) return
    const partName = pad.getPart(match.productId)?.name
    runChange(() => pad.selectPart(row.id, match), `${partName} selected.`)
  }

  function selectByKey(event: KeyboardEvent) {
    const position = readOptionKey(event)
    if (position === undefined) return
    event.preventDefault()
    const isSearched = row.alternatives !== null || listOptions(row).length > 0
    if (isSearched || row.productId !== null) selectOption(position)
    else void loadAlternatives()
  }

  return (
    <li
      id={toElementId(row.id)}
      className="pad-row"
      data-group={group}
      tabIndex={-1}
      aria-label={name}
      onKeyDown={selectByKey}
    >
      <RowPicture view={view} />
      <div className="pad-text min-w-0">
        {isEditing ? (
          <RowCodeForm
            name={name}
            initialText={row.code ?? getRowText(row)}
            isBusy={isBusy}
            onSubmit={(text) => void replace(text)}
            onCancel={() => runChange(() => setEditing(false), '', '[aria-label^="Edit"]')}
          />
        ) : (
          <RowText view={view} customerEmail={pad.customerEmail} />
        )}
      </div>
      {group !== 'skipped' && <RowQuantity view={view} name={name} pad={pad} />}
      <RowPrice view={view} />
      <RowTools
        name={name}
        onEdit={isEditing || group === 'unknown' ? undefined : () => setEditing(true)}
        onRemove={() => runChange(() => pad.setRemoved(row.id, true), `${name} removed.`)}
      />
      <RowActions
        view={view}
        pad={pad}
        name={name}
        isBusy={isBusy}
        isEditing={isEditing}
        onEdit={() => setEditing(true)}
        onSelect={selectOption}
        onQuantity={(quantity) => runChange(() => pad.setQuantity(row.id, quantity))}
        onLoadAlternatives={() => void loadAlternatives()}
        announce={announce}
      />
      {error && (
        <div className="pad-error">
          <FieldError text={error} />
        </div>
      )}
    </li>
  )
}

interface RowToolsProps {
  name: string
  /** Opens the field to edit the number. Undefined while it is open, or if the row has another button for this. */
  onEdit: (() => void) | undefined
  onRemove: () => void
}

function RowTools({ name, onEdit, onRemove }: RowToolsProps) {
  return (
    <div className="pad-tools">
      {onEdit && (
        <button
          type="button"
          className="tool"
          aria-label={`Edit the Number: ${name}`}
          title="Edit the Number"
          onClick={onEdit}
        >
          <Pencil className="ic" aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="tool"
        aria-label={`Remove: ${name}`}
        title="Remove"
        onClick={onRemove}
      >
        <Trash2 className="ic" aria-hidden="true" />
      </button>
    </div>
  )
}
