import { PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { FileUp } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import type { PadStore } from './pad-store.ts'
import { joinLines } from './split-paste.ts'
import type { ListReader } from './use-list-reader.ts'

interface PasteFieldProps {
  pad: PadStore
  reader: ListReader
  onFocus: () => void
}

/** Takes pasted, dropped and typed lists, and files. Enter reads, Shift+Enter adds a line. */
export function PasteField({ pad, reader, onFocus }: PasteFieldProps) {
  const text = useStore(pad, pad.getText)
  const hintId = useId()
  const [isDragging, setDragging] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // On a phone, the keyboard would cover the customer's notes.
    const hasKeyboard = matchMedia('(hover: hover) and (min-width: 35rem)').matches
    if (pad.customerEmail && hasKeyboard) field.current?.focus()
  }, [pad])
  const { error, notes, unreadSheets, isReading, readText, readFile, readSheet, refuse } = reader

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    // Spreadsheets copy cells as text and as a picture file. The text takes precedence.
    const file = pasted === '' ? event.clipboardData.files[0] : undefined
    // A single cell is only inserted, so that the user can then type a quantity.
    if (!file && !/[\n\r\t]/.test(pasted.trim()) && pasted.length < 200) return
    event.preventDefault()
    if (file) return void readFile(file)
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)]
    void readText(joinLines(joinLines(before, pasted), after), value)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setDragging(false)
    const { files } = event.dataTransfer
    if (files.length > 1) return refuse('Drop one file at a time.')
    if (files[0]) return void readFile(files[0])
    const dropped = event.dataTransfer.getData('text/plain')
    if (dropped) void readText(joinLines(text, dropped), text)
  }

  function readOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (text.trim() !== '') void readText(text, text)
  }

  return (
    <section className="pad-paste" aria-label="List">
      <label htmlFor="pad-paste" className="field-label">
        {pad.customerEmail ? 'Search parts or paste a list' : 'Paste or type a list'}
      </label>
      <textarea
        ref={field}
        id="pad-paste"
        className="textarea"
        aria-describedby={hintId}
        aria-busy={isReading}
        readOnly={isReading}
        placeholder={
          pad.customerEmail
            ? 'Name of a part, or FH-10110-7\t280\nPaste cells or drop a file'
            : 'FH-10110-7\t280\nPaste cells, drop a file, or type rows'
        }
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        data-dragging={isDragging || undefined}
        value={text}
        onFocus={onFocus}
        onChange={(event) => pad.setText(event.target.value)}
        onPaste={paste}
        onKeyDown={readOnEnter}
        onDrop={drop}
        onDragOver={(event) => {
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
      />
      <div className="pad-paste-foot max-[559px]:in-data-folded:hidden flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={hintId} className="secondary">
          <span className="pad-keys">Enter adds the rows, Shift+Enter a new line. </span>
          At most {PAD_ROWS_MAXIMUM} rows.
        </p>
        <div className="actions">
          <FileButton
            className="btn btn-outline btn-sm"
            inputLabel="File with a list"
            accept=".csv,.tsv,.txt,.xlsx"
            onFile={(file) => void readFile(file)}
          >
            <FileUp aria-hidden="true" />
            Choose a File
          </FileButton>
          <Button
            small
            variant="primary"
            aria-busy={isReading}
            aria-disabled={text.trim() === '' && !isReading}
            onClick={() => text.trim() !== '' && void readText(text, text)}
          >
            {isReading ? 'Reading …' : 'Add Rows'}
          </Button>
        </div>
      </div>
      {error && <ErrorMessage text={error} />}
      <div role="status" className={notes.length > 0 ? 'message border-l-warn' : undefined}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {unreadSheets.length > 0 && (
        <div className="actions">
          {unreadSheets.map((name) => (
            <Button
              key={name}
              small
              aria-disabled={isReading}
              onClick={() => !isReading && void readSheet(name)}
            >
              Read “{name}”
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
