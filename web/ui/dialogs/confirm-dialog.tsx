import { type ReactNode, useEffect, useId, useRef } from 'react'
import { preventBreaks } from '../no-break.tsx'

interface ConfirmDialogProps {
  title: string
  /** The effect of the action. */
  text: ReactNode
  /** A remark on its own line. */
  note?: string | undefined
  /** The name of the changed item, if title and text do not contain it. */
  subject?: string
  confirmLabel: string
  /** The button that closes the dialog. Default: 'No'. Forms with 'Save' have 'Cancel'. */
  cancelLabel?: string | undefined
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
  /** True if the action destroys nothing, so that its button is not red. */
  isHarmless?: boolean
  /** True: the initial focus is on the first empty field instead of the button that closes the dialog. */
  focusesField?: boolean
  /** How often the user has confirmed. Each time, the first invalid field gets the focus. */
  submitCount?: number
  children?: ReactNode
}

type FormField = HTMLInputElement | HTMLTextAreaElement

/**
 * Asks for confirmation of an action. The initial focus is on the button that closes the dialog, unless `focusesField` is
 * true.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, note, subject, confirmLabel, onConfirm, onClose, children } = props
  const { cancelLabel = 'No', busy = false, isHarmless, focusesField = false, submitCount } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    const previous = document.activeElement
    dialog.current?.showModal()
    const fields = focusesField
      ? Array.from(dialog.current?.querySelectorAll<FormField>('input, textarea') ?? [])
      : []
    const field = fields.find(({ value }) => value === '') ?? fields[0]
    const target = field ?? cancelButton.current
    target?.focus()
    return () => {
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [focusesField])

  // Typing also changes which field is invalid, but must not move the focus.
  useEffect(() => {
    if (submitCount) dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  return (
    <dialog
      ref={dialog}
      className="modal p-4 open:bg-transparent"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      // Chromium ignores the `preventDefault` of a repeated Escape.
      closedby={busy ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onClose()
      }}
    >
      <div className="modal-box">
        <h2 id={`${id}title`}>{title}</h2>
        <p id={`${id}text`}>
          {subject && (
            <span className="block mb-2 max-h-[40dvh] overflow-y-auto font-semibold text-ink wrap-anywhere whitespace-pre-line">
              {preventBreaks(subject)}
            </span>
          )}
          {text}
          {note && <span className="block mt-2">{note}</span>}
        </p>
        {children}
        <div className="modal-action">
          <button
            type="button"
            className={isHarmless ? 'btn' : 'btn btn-error'}
            onClick={() => !busy && onConfirm()}
            aria-busy={busy}
          >
            {confirmLabel}
          </button>
          <button
            ref={cancelButton}
            type="button"
            className="btn btn-outline"
            onClick={onClose}
            disabled={busy}
          >
            {cancelLabel}
          </button>
        </div>
      </div>
    </dialog>
  )
}
