import type { SignInProvider } from '@freehub/contract/settings'

const START = '/api/auth/oauth-popup/start'
/** Where the way through a provider ends, whatever came of it. */
const END = '/api/auth/window'
const MESSAGE_TYPE = 'better-auth:oauth-popup'

const LOOK_EVERY_MS = 250
/** A window says how it went and closes itself: its word may come after its closing is seen. */
const WORD_WITHIN_MS = 1000

export interface SignInWindow {
  isOpen: () => boolean
  focus: () => void
  /** How it went: with the provider's or the shop's code for an error, or closed without a word. */
  outcome: Promise<{ error?: string; closed?: boolean }>
}

/** Opens the way to a provider in a window of this size, in pixels; null where the browser blocks it. */
export function openSignInWindow(
  provider: SignInProvider,
  width: number,
  height: number,
): SignInWindow | null {
  const nonce = crypto.randomUUID()
  const query = new URLSearchParams({
    provider,
    popupOrigin: location.origin,
    popupNonce: nonce,
    callbackURL: END,
    errorCallbackURL: END,
  })
  const popup = open(`${START}?${query}`, 'freehub-sign-in', centred(width, height))
  if (!popup) return null
  return {
    isOpen: () => !popup.closed,
    focus: () => popup.focus(),
    outcome: outcomeOf(popup, nonce),
  }
}

function centred(width: number, height: number): string {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

function outcomeOf(popup: Window, nonce: string): SignInWindow['outcome'] {
  return new Promise((resolve) => {
    let closedForMs = 0
    const watch = setInterval(look, LOOK_EVERY_MS)
    addEventListener('message', hear)

    function look() {
      closedForMs = popup.closed ? closedForMs + LOOK_EVERY_MS : 0
      if (closedForMs > WORD_WITHIN_MS) end({ closed: true })
    }

    // Only from the shop's own pages, and of this window: by itself, or once it is gone by its nonce.
    function hear({ origin, source, data }: MessageEvent) {
      if (origin !== location.origin || data?.type !== MESSAGE_TYPE) return
      if (source !== popup && data.nonce !== nonce) return
      end(data.error ? { error: String(data.error.code) } : {})
    }

    function end(how: { error?: string; closed?: boolean }) {
      clearInterval(watch)
      removeEventListener('message', hear)
      popup.close()
      resolve(how)
    }
  })
}
