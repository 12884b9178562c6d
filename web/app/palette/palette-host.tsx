import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { CallError, formatError, toNetworkProblem } from '../../api/call-error.ts'
import { type SessionUser, useSession } from '../../features/identity/session.ts'
import { showToast } from '../../ui/dialogs/toast.ts'

interface PaletteProps {
  user: SessionUser
  onClose: () => void
}

/** Shows the palette to signed-in users, on every screen. */
export function PaletteHost() {
  const session = useSession()
  return session.status === 'signedIn' ? <LazyPalette user={session.user} /> : null
}

/** Listens for the shortcut, and loads the palette on first use. */
function LazyPalette({ user }: { user: SessionUser }) {
  const isOpen = usePaletteOpen()
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  usePaletteShortcut()

  const load = useEffectEvent(() => {
    import('./palette.tsx').then(
      (module) => setPalette(() => module.Palette),
      (cause) => {
        setPaletteOpen(false)
        void showToast(formatError(new CallError(toNetworkProblem(cause))), 'error')
      },
    )
  })
  useEffect(() => {
    if (isOpen && !Palette) load()
  }, [isOpen, Palette])

  return isOpen && Palette ? <Palette user={user} onClose={() => setPaletteOpen(false)} /> : null
}

function usePaletteShortcut() {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteShortcut(event, isMac())) return
      event.preventDefault()
      // Do not open on top of another modal dialog.
      if (!document.querySelector('dialog:modal')) setPaletteOpen(true)
    }
    addEventListener('keydown', handleKeyDown)
    // Close the palette on sign-out.
    return () => {
      removeEventListener('keydown', handleKeyDown)
      setPaletteOpen(false)
    }
  }, [])
}

interface KeyPress
  extends Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> {}

/** macOS uses Ctrl-K itself in text fields, so the shortcut there is Cmd-K. */
export const isMac = () => /^Mac/.test(navigator.platform)

/** True for Ctrl-K, or Cmd-K on a Mac. Non-Latin keyboard layouts match by key position. */
export function isPaletteShortcut(keyPress: KeyPress, isOnMac: boolean): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = keyPress
  if (altKey || shiftKey || (isOnMac ? !metaKey || ctrlKey : !ctrlKey || metaKey)) return false
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
}

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the palette. Works before its code has loaded. */
export function setPaletteOpen(nextIsOpen: boolean): void {
  isOpen = nextIsOpen
  for (const notify of listeners) notify()
}

function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
