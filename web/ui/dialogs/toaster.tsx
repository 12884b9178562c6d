import { TOAST_DURATION_MS } from '@freehub/contract/constants'
import { createRoot } from 'react-dom/client'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { CheckIcon, CloseIcon, WarnIcon } from '../icons.tsx'

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
      <button type="button" className="toast-close" aria-label="Close" onClick={closeToast}>
        <CloseIcon />
      </button>
    )}
  />,
)

export function pushToast(message: string, kind: 'success' | 'error'): void {
  toast[kind](message, { toastId: message })
}
