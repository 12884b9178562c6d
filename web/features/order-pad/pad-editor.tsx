import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { useDoubleClickGuard } from '../../ui/use-double-click-guard.ts'
import { PadFilters } from './pad-filters.tsx'
import { PadRows } from './pad-rows.tsx'
import type { PadStore } from './pad-store.ts'
import { PasteField } from './paste-field.tsx'
import { useListReader } from './use-list-reader.ts'

interface PadEditorProps {
  pad: PadStore
  /** Renders the totals and the actions for the rows. */
  renderTotals: (announce: (message: string) => void) => ReactNode
}

/** The field for lists, and the rows of a pad. Offers Undo. */
export function PadEditor({ pad, renderTotals }: PadEditorProps) {
  const [message, setMessage] = useState({ text: '', details: '', count: 0 })
  /** `details` are only for screen readers: on the screen, the filters already show these counts. */
  const announce = (text: string, details = '') =>
    setMessage(({ count }) => ({ text, details, count: count + 1 }))
  const reader = useListReader(pad, announce)
  const { rowCount } = useStore(pad, pad.getSummary)
  /**
   * The number of rows when the user last focused the field. Phones fold an empty field while there are rows, but not
   * before this number changes.
   */
  const [rowCountWhenOpened, setRowCountWhenOpened] = useState(0)
  const isEmpty = useStore(pad, pad.getText) === ''
  const isFolded = isEmpty && rowCount > 0 && rowCount !== rowCountWhenOpened
  const restoredText = useRef('')
  const unfoldButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (message.text !== '') requestAnimationFrame(() => moveLostFocusToField(unfoldButton.current))
  }, [message])
  useLayoutEffect(() => {
    // In wide windows, the button is hidden and cannot take the focus.
    if (isFolded && document.activeElement?.id === 'pad-paste') unfoldButton.current?.focus()
  }, [isFolded])

  function unfold() {
    flushSync(() => setRowCountWhenOpened(rowCount))
    document.getElementById('pad-paste')?.focus()
  }

  function undo() {
    const label = pad.undo()
    if (label) announce(label)
    restoredText.current = pad.getText()
    return label !== undefined
  }

  function undoOnKey(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    if (event.shiftKey || event.altKey || keepsBrowserUndo(event.target, restoredText.current))
      return
    if (undo()) event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z works with any focus
    <div className="pad-columns" onKeyDown={undoOnKey} onClickCapture={useDoubleClickGuard()}>
      <div className="pad-main @container content-start" data-folded={isFolded || undefined}>
        {isFolded && (
          <Button
            ref={unfoldButton}
            small
            className="justify-self-start min-[560px]:hidden"
            onClick={unfold}
          >
            Add More Rows
          </Button>
        )}
        <PasteField pad={pad} reader={reader} onFocus={() => setRowCountWhenOpened(rowCount)} />
        <div className="pad-status flex flex-wrap items-center gap-y-2 font-medium">
          {/* The new key makes screen readers announce a repeated message again. */}
          <p role="status">
            <span key={message.count} className="not-empty:mr-4">
              {message.text}
              {message.details && <span className="sr-only"> {message.details}</span>}
            </span>
          </p>
          <UndoButton pad={pad} onUndo={undo} />
        </div>
        {rowCount > 0 && <PadFilters pad={pad} announce={announce} />}
        <PadRows pad={pad} announce={announce} />
      </div>
      {renderTotals(announce)}
    </div>
  )
}

function UndoButton({ pad, onUndo }: { pad: PadStore; onUndo: () => void }) {
  if (!useStore(pad, pad.canUndo)) return null
  return (
    <Button small aria-keyshortcuts="Control+Z" onClick={onUndo}>
      Undo
    </Button>
  )
}

/** Focuses the paste field, or its button on phones, if the focus was lost with a removed button, such as Undo. */
function moveLostFocusToField(unfoldButton: HTMLElement | null) {
  if (document.activeElement !== document.body) return
  // The hidden one of the two does not take the focus.
  for (const element of [unfoldButton, document.getElementById('pad-paste')])
    element?.focus({ preventScroll: true })
}

/** True if Ctrl+Z belongs to the browser: in a text field, unless the paste field is empty or has a restored text. */
function keepsBrowserUndo(target: EventTarget, restoredText: string): boolean {
  if (target instanceof HTMLTextAreaElement)
    return target.id !== 'pad-paste' || !['', restoredText].includes(target.value)
  return target instanceof HTMLInputElement && !target.closest('.pad-quantity')
}
