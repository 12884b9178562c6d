import { type ReactNode, useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** What the button says that does it. */
  confirm: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
  /** Nothing is lost by it. */
  harmless?: boolean
  /** What else must be said for it. */
  children?: ReactNode
}

/** Asks before something that cannot be undone, or can be done but once. 'No' comes first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, onConfirm, onClose, busy = false, harmless, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  const wrong = useRef<HTMLElement>(null)
  const id = useId()

  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    no.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  // Whoever confirms what is not yet whole is led to the field that says so.
  useEffect(() => {
    const before = wrong.current
    wrong.current = dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null
    if (wrong.current !== before) wrong.current?.focus()
  })

  return (
    <dialog
      ref={dialog}
      className="modal"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onClose()
      }}
    >
      <div className="modal-box">
        <h2 id={`${id}title`}>{title}</h2>
        <p id={`${id}text`}>{text}</p>
        {children}
        <div className="modal-action">
          <button
            ref={no}
            type="button"
            className="btn btn-outline"
            onClick={onClose}
            disabled={busy}
          >
            No
          </button>
          <button
            type="button"
            className={harmless ? 'btn' : 'btn btn-error'}
            onClick={() => !busy && onConfirm()}
            aria-busy={busy}
          >
            {confirm}
          </button>
        </div>
      </div>
    </dialog>
  )
}
