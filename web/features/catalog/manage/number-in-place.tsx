import { Check, X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { WarnIcon } from '../../../ui/icons.tsx'

/** One number of a part, and how it is changed. */
export interface EditedNumber {
  /** What it is: `Price`. */
  label: string
  /** As it is shown, and as one begins to type. */
  shown: string
  typed: string
  /** Whose it is: the id of an element that names it. */
  describedBy: string
  inputMode: 'decimal' | 'numeric'
  /** The value that was typed, or why it is none. */
  read: (text: string) => { value: number } | { wrong: string }
  /** The value as it stands, which needs no saving. */
  value: number
  /** Saves it, if it still is as it was `seen`; rejects with why it could not. */
  save: (value: number, seen: number) => Promise<unknown>
  /** The words for why it was not saved. */
  sentence: (error: unknown) => string
}

interface NumberInPlaceProps extends EditedNumber {
  /** `withFocus`: it was left by the keys or the buttons, and not by pressing elsewhere. */
  onClose: (withFocus: boolean) => void
}

/** The field in a number's place. Who presses elsewhere leaves it, unless something else was typed. */
export function NumberInPlace({ onClose, ...number }: NumberInPlaceProps) {
  const [text, setText] = useState(number.typed)
  const [wrong, setWrong] = useState('')
  const [isSaving, setSaving] = useState(false)
  const underWay = useRef(false)
  // As it was when one began to type, however it is read anew meanwhile; told otherwise, one has seen that.
  const seen = useRef<number | undefined>(number.value)
  const id = useId()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (underWay.current) return
    const read = number.read(text)
    if ('wrong' in read) return setWrong(read.wrong)
    seen.current ??= number.value
    if (read.value === seen.current) return onClose(true)
    underWay.current = true
    setSaving(true)
    try {
      await number.save(read.value, seen.current)
      onClose(true)
    } catch (error) {
      seen.current = undefined
      setWrong(number.sentence(error))
    } finally {
      underWay.current = false
      setSaving(false)
    }
  }

  return (
    <form
      className="number-in-place"
      noValidate
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isSaving) onClose(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && text === number.typed) onClose(false)
      }}
    >
      <input
        ref={selectAtFirst}
        className="input"
        inputMode={number.inputMode}
        autoComplete="off"
        aria-label={number.label}
        aria-describedby={`${number.describedBy} ${id}`}
        aria-invalid={wrong !== ''}
        readOnly={isSaving}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setWrong('')
        }}
      />
      <button type="submit" className="btn btn-sm btn-icon" aria-label="Save" aria-busy={isSaving}>
        <Check aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm btn-icon"
        aria-label="Leave as it was"
        onClick={() => !isSaving && onClose(true)}
      >
        <X aria-hidden="true" />
      </button>
      <p id={id} className="field-error" role="alert">
        {wrong && (
          <>
            <WarnIcon />
            {wrong}
          </>
        )}
      </p>
    </form>
  )
}

function selectAtFirst(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
