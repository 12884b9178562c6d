import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { WarnIcon } from '../../../ui/icons.tsx'

/** A number that turns into a field when pressed. Enter saves, Escape cancels. */
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
        if (element && shouldRestoreFocus.current) element.focus()
        shouldRestoreFocus.current = false
      }}
      type="button"
      className="inline-edit"
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
  /** Saves the value. Rejects if it is no longer `seen` on the server. */
  save: (value: number, seen: number) => Promise<unknown>
  formatError: (error: unknown) => string
}

interface InlineNumberFormProps extends EditableNumber {
  /** `restoreFocus` is false if the user pressed elsewhere. */
  onClose: (restoreFocus: boolean) => void
}

/** The open field of an inline number. Pressing elsewhere closes it if the text is unchanged. */
function InlineNumberForm({ onClose, ...number }: InlineNumberFormProps) {
  const [text, setText] = useState(number.initialText)
  const [error, setError] = useState('')
  const [isSaving, setSaving] = useState(false)
  const isSubmitting = useRef(false)
  // The value when the form opened, or the current value after a conflict. Ignores refetches.
  const seen = useRef<number | undefined>(number.value)
  const id = useId()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting.current) return
    const parsed = number.parse(text)
    if ('error' in parsed) return setError(parsed.error)
    seen.current ??= number.value
    if (parsed.value === seen.current) return onClose(true)
    isSubmitting.current = true
    setSaving(true)
    try {
      await number.save(parsed.value, seen.current)
      onClose(true)
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
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isSaving) onClose(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && text === number.initialText) onClose(false)
      }}
    >
      <input
        ref={focusAndSelect}
        className="input"
        inputMode={number.inputMode}
        autoComplete="off"
        aria-label={number.label}
        aria-describedby={`${number.describedBy} ${id}`}
        aria-invalid={error !== ''}
        readOnly={isSaving}
        value={text}
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

function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
