import { TOAST_DURATION_MS } from '@freehub/contract/constants'
import type { MouseEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { isPlainClick } from '../forms/plain-click.ts'
import { CheckIcon, CloseIcon, WarnIcon } from '../icons.tsx'
import { preventBreaks } from '../no-break.tsx'

const slide = cssTransition({
  enter: 'toast-enter',
  exit: 'toast-exit',
  collapse: false,
})

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <ToastContainer
    position="top-right"
    autoClose={TOAST_DURATION_MS}
    transition={slide}
    icon={({ type }) => (type === 'error' ? <WarnIcon /> : <CheckIcon />)}
    closeButton={({ closeToast }) => (
      <button
        type="button"
        className="grid place-items-center w-11 h-11 -m-3 cursor-pointer"
        aria-label="Close"
        onClick={closeToast}
      >
        <CloseIcon />
      </button>
    )}
  />,
)

export type ToastKind = 'success' | 'error'

export interface ToastLink {
  label: string
  href: string
  /** Opens the page without a reload. */
  onFollow: () => void
}

/** Shows a toast, unless a toast with the same message is visible. */
export function pushToast(message: string, kind: ToastKind, link?: ToastLink): void {
  const content = link ? (
    <LinkedMessage message={message} link={link} />
  ) : (
    <p>{preventBreaks(message)}</p>
  )
  toast[kind](content, { toastId: message })
}

function LinkedMessage({ message, link }: { message: string; link: ToastLink }) {
  function follow(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    toast.dismiss(message)
    link.onFollow()
  }
  return (
    <p>
      {preventBreaks(message)}{' '}
      <a href={link.href} onClick={follow}>
        {link.label}
      </a>
    </p>
  )
}
