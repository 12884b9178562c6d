import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { WarnIcon } from '../../../ui/icons.tsx'

/** A number, edited in place. Enter saves, Escape cancels, Tab saves and opens the number of the next part. */
export function InlineEdit({ children, ...number }: EditableNumber & { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const shouldRestoreFocus = useRef(false)

  function close(restoreFocus: boolean) {
    shouldRestoreFocus.current = restoreFocus
    setOpen(false)
  }

  if (isOpen) return <InlineNumberForm {...number} onClose={close} />
  return (
    <button
      ref={(element) => {
        const isFocusLost = document.activeElement === document.body
        if (element && shouldRestoreFocus.current && isFocusLost) element.focus()
        shouldRestoreFocus.current = false
      }}
      type="button"
      className="inline-edit"
      data-number={number.label}
      aria-label={`${number.label} ${number.displayText}, change`}
      aria-describedby={number.describedBy}
      onClick={() => setOpen(true)}
    >
      <span>{children ?? number.displayText}</span>
      <Pencil className="ic" aria-hidden="true" />
    </button>
  )
}

export interface EditableNumber {
  label: string
  displayText: string
  /** Text in the field when it opens. */
  initialText: string
  /** Id of the element with the part's name. */
  describedBy: string
  inputMode: 'decimal' | 'numeric'
  parse: (text: string) => { value: number } | { error: string }
  value: number
  /** Saves the value. Rejects if the server's value is no longer `seen`. */
  save: (value: number, seen: number) => Promise<unknown>
  formatError: (error: unknown) => string
}

interface InlineNumberFormProps extends EditableNumber {
  /** `restoreFocus`: the button takes the focus, unless the focus has moved elsewhere. */
  onClose: (restoreFocus: boolean) => void
}

/** The open field of an inline number. Pressing elsewhere closes it if the text is unchanged. */
function InlineNumberForm({ onClose, ...number }: InlineNumberFormProps) {
  const [text, setText] = useState(number.initialText)
  const [error, setError] = useState('')
  const [isSaving, setSaving] = useState(false)
  const isSubmitting = useRef(false)
  // The value when the form opened. Refetches do not change it, but a failed save sets it to the current value.
  const seen = useRef<number | undefined>(number.value)
  const id = useId()

  function readValue() {
    const parsed = number.parse(text)
    if ('error' in parsed) setError(parsed.error)
    else return parsed.value
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const value = readValue()
    if (value !== undefined) void save(value, true)
  }

  /** Saves in the background and opens the next number. After an error, this field stays open. */
  function openNext(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, ctrlKey, altKey, metaKey, currentTarget } = event
    if (key !== 'Tab' || ctrlKey || altKey || metaKey) return
    const next = findNextNumber(currentTarget, number.label, shiftKey)
    if (!next) return
    event.preventDefault()
    const value = readValue()
    if (value === undefined) return
    void save(value, false)
    next.click()
  }

  async function save(value: number, restoreFocus: boolean) {
    if (isSubmitting.current) return
    seen.current ??= number.value
    if (value === seen.current) return onClose(restoreFocus)
    isSubmitting.current = true
    setSaving(true)
    try {
      await number.save(value, seen.current)
      onClose(restoreFocus)
    } catch (saveError) {
      seen.current = undefined
      setError(number.formatError(saveError))
    } finally {
      isSubmitting.current = false
      setSaving(false)
    }
  }

  return (
    <form
      className="inline-number-form"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isSaving) onClose(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && text === number.initialText) onClose(false)
      }}
    >
      <input
        ref={focusAndSelect}
        className="input min-h-11 px-2.5 py-1.5 min-[900px]:min-h-9 min-[900px]:px-2 min-[900px]:py-1 min-[900px]:text-right"
        inputMode={number.inputMode}
        autoComplete="off"
        aria-label={number.label}
        aria-describedby={`${number.describedBy} ${id}`}
        aria-invalid={error !== ''}
        readOnly={isSaving}
        value={text}
        onKeyDown={openNext}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
      />
      <button type="submit" className="btn btn-sm btn-icon" aria-label="Save" aria-busy={isSaving}>
        <Check aria-hidden="true" />
      </button>
      <Button
        small
        className="btn-icon"
        aria-label="Cancel"
        onClick={() => !isSaving && onClose(true)}
      >
        <X aria-hidden="true" />
      </Button>
      <p id={id} className="field-error" role="alert">
        {error && (
          <>
            <WarnIcon />
            {error}
          </>
        )}
      </p>
    </form>
  )
}

/** Returns the button of the same number in the next or previous row of the table. */
function findNextNumber(field: HTMLElement, label: string, isBackwards: boolean) {
  const buttons = field
    .closest('table')
    ?.querySelectorAll<HTMLButtonElement>(`[data-number="${label}"]`)
  const side = isBackwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const candidates = [...(buttons ?? [])].filter(
    (button) => field.compareDocumentPosition(button) === side,
  )
  return candidates.at(isBackwards ? -1 : 0)
}

function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
