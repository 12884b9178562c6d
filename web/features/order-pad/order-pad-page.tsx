import '../../style/orders/order-pad.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useSession } from '../identity/session.ts'
import { PadFilters } from './pad-filters.tsx'
import { PadRows } from './pad-rows.tsx'
import type { PadStore } from './pad-store.ts'
import { PadTotals } from './pad-totals.tsx'
import { PasteField } from './paste-field.tsx'
import { useCanUndo, usePad, usePadSummary } from './use-pad.ts'
import { usePadReader } from './use-pad-reader.ts'

/** The order pad: a pasted list, a file or typed numbers become rows, and the rows become a cart. */
export default function OrderPadPage() {
  const session = useSession()
  return (
    <div className="wrap pad">
      <PageHead title="Order Pad" />
      <div className="phead">
        <h1>Order pad</h1>
      </div>
      <p className="pad-lead">
        Paste a list from a spreadsheet, an email or an old order. Part numbers, old numbers,{' '}
        <Link to={paths.ownNumbers}>your own numbers</Link> and GTINs are recognised.
      </p>
      {session.status === 'signedIn' && <Pad key={session.user.email} email={session.user.email} />}
    </div>
  )
}

function Pad({ email }: { email: string }) {
  const pad = usePad(email)
  const [message, setMessage] = useState('')
  const reader = usePadReader(pad, setMessage)
  const { lineCount } = usePadSummary(pad)
  const restoredText = useRef('')

  function undo() {
    const label = pad.undo()
    if (label) setMessage(label)
    restoredText.current = pad.getText()
    return label !== undefined
  }

  function undoByKey(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    if (event.shiftKey || event.altKey || hasTypedText(event.target, restoredText.current)) return
    if (undo()) event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z works wherever the focus is
    <div className="pad-columns" onKeyDown={undoByKey}>
      <div className="pad-main">
        <PasteField pad={pad} reader={reader} />
        <div className="pad-status">
          <p role="status">{message}</p>
          <UndoButton pad={pad} onUndo={undo} />
        </div>
        {lineCount > 0 && <PadFilters pad={pad} announce={setMessage} />}
        <PadRows pad={pad} announce={setMessage} />
      </div>
      <PadTotals pad={pad} announce={setMessage} />
    </div>
  )
}

function UndoButton({ pad, onUndo }: { pad: PadStore; onUndo: () => void }) {
  if (!useCanUndo(pad)) return null
  return (
    <Button small aria-keyshortcuts="Control+Z" onClick={onUndo}>
      Undo
    </Button>
  )
}

/** True if the browser's own undo has something to revert in this field. */
function hasTypedText(target: EventTarget, restoredText: string): boolean {
  if (target instanceof HTMLTextAreaElement)
    return target.value !== '' && target.value !== restoredText
  return target instanceof HTMLInputElement && !target.closest('.pad-quantity')
}
