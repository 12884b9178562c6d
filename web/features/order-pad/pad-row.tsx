import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { drawingSizes, getDrawingUrl } from '../../ui/drawing.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { parseQuantity } from '../../ui/forms/quantity-input.tsx'
import { PartName } from '../catalog/part-name.tsx'
import { PartPicture } from '../catalog/part-picture.tsx'
import { formatSource, formatTerms, getRowName } from './format-row.ts'
import { LineMark } from './line-mark.tsx'
import { findAlternatives, matchRows } from './pad-calls.ts'
import { listOptions, type PadView } from './pad-lines.ts'
import type { PadStore } from './pad-store.ts'
import { RowActions } from './row-actions.tsx'
import { usePadView } from './use-pad.ts'

interface PadRowProps {
  id: number
  pad: PadStore
  announce: (message: string) => void
}

/** A row of the pad. Memoized, so that a keystroke renders one row. Alt+1 to 5 takes an alternative. */
export const PadRow = memo(function PadRow({ id, pad, announce }: PadRowProps) {
  const view = usePadView(pad, id)
  const item = useRef<HTMLLIElement>(null)
  const [isEditing, setEditing] = useState(false)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  if (!view) return null
  const { line, group } = view
  const name = getRowName(view)

  /** The pressed button may disappear, so the row's quantity or the row takes the focus. */
  function act(change: () => void, message?: string) {
    change()
    if (message) announce(message)
    requestAnimationFrame(() => {
      const target = item.current?.querySelector<HTMLElement>('.pad-quantity input')
      const focused = document.activeElement
      if (focused === document.body || !item.current?.contains(focused))
        (target ?? item.current)?.focus({ preventScroll: true })
    })
  }

  async function load(read: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setError('')
    await read().catch((cause) => setError(formatError(cause)))
    setBusy(false)
  }

  const searchText = line.code ?? line.cells.filter(Boolean).join(' ').slice(0, 80)

  const loadAlternatives = () =>
    load(async () => {
      const { matches, parts } = await findAlternatives([searchText])
      const found = matches[0] ?? []
      pad.setAlternatives(id, found, parts)
      announce(
        found.length > 0
          ? `${found.length} alternatives for ${name}. Press Alt and a number to take one.`
          : `No alternatives for ${name}.`,
      )
    })

  const replace = (text: string) =>
    load(async () => {
      const cells = line.quantity === null ? [text] : [text, String(line.quantity)]
      const { rows, parts } = await matchRows([cells])
      const [row] = rows
      if (!row) return
      const replaced = row.code === null ? { ...row, code: text } : row
      pad.replaceRow(id, cells, { ...replaced, quantity: line.quantity ?? row.quantity }, parts)
      setEditing(false)
      act(() => {}, row.state === 'found' ? 'Part found.' : 'No part has this number.')
    })

  function take(position: number) {
    const match = listOptions(line)[position]
    if (!match) return
    const partName = pad.getPart(match.productId)?.name
    act(() => pad.takePart(id, match), `${partName} taken.`)
  }

  function takeByKey(event: KeyboardEvent) {
    const [, digit] = /^(?:Digit|Numpad)([1-5])$/.exec(event.code) ?? []
    if (!digit || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (line.productId === null && listOptions(line).length === 0) void loadAlternatives()
    else take(Number(digit) - 1)
  }

  if (line.isRemoved)
    return (
      <li ref={item} className="pad-row" data-group="removed" tabIndex={-1}>
        <div className="pad-removed">
          <p>{name} removed</p>
          <Button
            small
            aria-label={`Undo: ${name} removed`}
            onClick={() => act(() => pad.setRemoved(id, false), `${name} restored.`)}
          >
            Undo
          </Button>
        </div>
      </li>
    )

  return (
    <li
      ref={item}
      className="pad-row"
      data-group={group}
      tabIndex={-1}
      aria-label={name}
      onKeyDown={takeByKey}
    >
      <RowPicture view={view} />
      <div className="pad-text">
        {isEditing ? (
          <NumberForm
            initial={searchText}
            isBusy={isBusy}
            onSubmit={(text) => void replace(text)}
            onCancel={() => act(() => setEditing(false))}
          />
        ) : (
          <RowText view={view} />
        )}
      </div>
      {group !== 'skipped' && <RowQuantity view={view} name={name} pad={pad} />}
      <RowPrice view={view} />
      <div className="pad-tools">
        <button
          type="button"
          className="tool"
          aria-label={`Edit the number: ${name}`}
          title="Edit the number"
          onClick={() => setEditing(true)}
        >
          <Pencil className="ic" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="tool"
          aria-label={`Remove: ${name}`}
          title="Remove"
          onClick={() => act(() => pad.setRemoved(id, true), `${name} removed.`)}
        >
          <Trash2 className="ic" aria-hidden="true" />
        </button>
      </div>
      <RowActions
        view={view}
        pad={pad}
        name={name}
        isBusy={isBusy}
        isEditing={isEditing}
        onEdit={() => setEditing(true)}
        onTake={take}
        onQuantity={(quantity) => act(() => pad.setQuantity(id, quantity))}
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
})

function RowPicture({ view: { part } }: { view: PadView }) {
  if (!part) return <span className="pad-picture" />
  return (
    <PartPicture
      {...drawingSizes.icon}
      className="pad-picture"
      src={getDrawingUrl(part.img, 'icon')}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function RowText({ view }: { view: PadView }) {
  const { line, part } = view
  const source = formatSource(view)
  return (
    <>
      <p className="pad-source">
        {source.code && <code>{source.code}</code>}
        <LineMark view={view} label={source.label} />
      </p>
      {part ? (
        <>
          <p className="pad-name">
            <Link to={paths.part(part.productId)}>
              <PartName name={part.name} />
            </Link>
          </p>
          <p className="pad-terms">{formatTerms(part)}</p>
        </>
      ) : (
        line.name && line.name !== line.code && <p className="pad-terms">{line.name}</p>
      )}
    </>
  )
}

interface RowQuantityProps {
  view: PadView
  name: string
  pad: PadStore
}

/** Enter and the arrow keys move to the quantity of the next row. */
function RowQuantity({ view: { line, group }, name, pad }: RowQuantityProps) {
  const [typed, setTyped] = useState<string>()
  const errorId = useId()
  // The quantity may have changed meanwhile. An invalid input stays until it is corrected.
  const parsed = parseQuantity(typed ?? '')
  const isCurrent = typed !== undefined && line.quantity === (isQuantity(parsed) ? parsed : null)
  const shown = isCurrent ? typed : String(line.quantity ?? '')
  const isInvalid = shown !== '' && !isQuantity(parseQuantity(shown))

  function type(text: string) {
    setTyped(text)
    const quantity = parseQuantity(text)
    pad.setQuantity(line.id, isQuantity(quantity) ? quantity : null)
  }

  function move(event: KeyboardEvent<HTMLInputElement>) {
    if (event.altKey || event.nativeEvent.isComposing) return
    const isUp = event.key === 'ArrowUp'
    if (!isUp && event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    const inputs = [
      ...document.querySelectorAll<HTMLInputElement>('.pad-quantity input, #pad-paste'),
    ]
    // The paste field comes first, and after the last row again.
    const position = inputs.indexOf(event.currentTarget) + (isUp ? -1 : 1)
    const next = inputs[position] ?? inputs[0]
    next?.focus()
    next?.select()
  }

  return (
    <div className="pad-quantity">
      <input
        className="input"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity: ${name}`}
        aria-invalid={isInvalid || group === 'quantity'}
        aria-describedby={isInvalid ? errorId : undefined}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onBlur={() => !isInvalid && setTyped(undefined)}
        onKeyDown={move}
      />
      {isInvalid && <FieldError id={errorId} text="Enter a whole number of pieces." />}
    </div>
  )
}

function isQuantity(quantity: number): boolean {
  return quantity >= 1 && quantity <= QUANTITY_MAXIMUM
}

function RowPrice({ view: { line, part, priced } }: { view: PadView }) {
  if (!part || !priced || line.quantity === null) return null
  const { unitPriceCents } = priced
  const step = part.priceTiers.find((tier) => tier.unitPriceCents === unitPriceCents)
  return (
    <>
      <p className="pad-price">
        {formatDollars(unitPriceCents / 100)} <span className="pad-each">each</span>
        {step && <small>from {formatCount(step.fromQuantity)}</small>}
      </p>
      <p className="pad-total">{formatDollars((unitPriceCents * line.quantity) / 100)}</p>
    </>
  )
}

interface NumberFormProps {
  initial: string
  isBusy: boolean
  onSubmit: (text: string) => void
  onCancel: () => void
}

function NumberForm({ initial, isBusy, onSubmit, onCancel }: NumberFormProps) {
  const [text, setText] = useState(initial)
  return (
    <form
      className="pad-edit"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSubmit(text.trim())
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed "Edit"
        autoFocus
        className="input"
        aria-label="Part number"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className="act">
        <button type="submit" className="btn btn-sm" aria-busy={isBusy}>
          Find
        </button>
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
