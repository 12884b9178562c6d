import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { CallError, formatError, toNetworkProblem } from '../../api/call-error.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { isMac, isPaletteShortcut } from './palette-shortcut.ts'
import { setPaletteOpen, usePaletteOpen } from './palette-state.ts'

interface PaletteProps {
  user: SessionUser
  onClose: () => void
}

/** Listens for the shortcut on every screen, and loads the palette on first use. */
export function PaletteHost({ user }: { user: SessionUser }) {
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
