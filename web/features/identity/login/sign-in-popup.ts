import {
  POPUP_CALLBACK,
  POPUP_MESSAGE_TYPE,
  POPUP_START,
  type PopupMessage,
} from '@freehub/contract/identity/sign-in-popup'
import type { SignInProvider } from '@freehub/contract/settings'

const POLL_INTERVAL_MS = 250
/** Maximum wait for the message of a closed popup, which may arrive late. */
const MESSAGE_TIMEOUT_MS = 1000

export interface SignInPopup {
  isOpen: () => boolean
  focus: () => void
  /** Empty after a success. Otherwise an error code, or `isClosed` if no message arrived. */
  outcome: Promise<{ error?: string; isClosed?: boolean }>
}

/** Opens a provider's sign-in in a popup, with a size in pixels. Returns null if the browser blocks the popup. */
export function openSignInPopup(
  provider: SignInProvider,
  width: number,
  height: number,
): SignInPopup | null {
  const nonce = crypto.randomUUID()
  const query = new URLSearchParams({
    provider,
    popupOrigin: location.origin,
    popupNonce: nonce,
    callbackURL: POPUP_CALLBACK,
    errorCallbackURL: POPUP_CALLBACK,
  })
  const popup = open(
    `${POPUP_START}?${query}`,
    'freehub-sign-in',
    formatWindowFeatures(width, height),
  )
  if (!popup) return null
  return {
    isOpen: () => !popup.closed,
    focus: () => popup.focus(),
    outcome: waitForOutcome(popup, nonce),
  }
}

function formatWindowFeatures(width: number, height: number): string {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

function waitForOutcome(popup: Window, nonce: string): SignInPopup['outcome'] {
  return new Promise((resolve) => {
    let closedForMs = 0
    const interval = setInterval(pollClosed, POLL_INTERVAL_MS)
    addEventListener('message', onMessage)

    function pollClosed() {
      closedForMs = popup.closed ? closedForMs + POLL_INTERVAL_MS : 0
      if (closedForMs > MESSAGE_TIMEOUT_MS) finish({ isClosed: true })
    }

    // The message must come from the shop's origin, and from this popup or with its nonce. After the popup was closed,
    // `source` no longer identifies it.
    function onMessage({ origin, source, data }: MessageEvent<PopupMessage | null>) {
      if (origin !== location.origin || data?.type !== POPUP_MESSAGE_TYPE) return
      if (source !== popup && data.nonce !== nonce) return
      finish(data.error ? { error: String(data.error.code) } : {})
    }

    function finish(outcome: { error?: string; isClosed?: boolean }) {
      clearInterval(interval)
      removeEventListener('message', onMessage)
      popup.close()
      resolve(outcome)
    }
  })
}
