import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { CallError, sentenceOf, silence } from '../../api/call-error.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { isMac, opensPalette } from './palette-keys.ts'
import { setPaletteOpen, usePaletteOpen } from './palette-open.ts'

interface PaletteProps {
  user: SessionUser
  onClose: () => void
}

/** Hears Ctrl-K on every screen. The palette itself is loaded on first use. */
export function PaletteDoor({ user }: { user: SessionUser }) {
  const isOpen = usePaletteOpen()
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  useKeys()

  const load = useEffectEvent(() => {
    import('./palette.tsx').then(
      (code) => setPalette(() => code.Palette),
      (cause) => {
        setPaletteOpen(false)
        void showToast(sentenceOf(new CallError(silence(cause))), 'error')
      },
    )
  })
  useEffect(() => {
    if (isOpen && !Palette) load()
  }, [isOpen, Palette])

  return isOpen && Palette ? <Palette user={user} onClose={() => setPaletteOpen(false)} /> : null
}

function useKeys() {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!opensPalette(event, isMac())) return
      event.preventDefault()
      // What asks for a decision is answered first.
      if (!document.querySelector('dialog:modal')) setPaletteOpen(true)
    }
    addEventListener('keydown', hear)
    // Who signs out leaves it closed.
    return () => {
      removeEventListener('keydown', hear)
      setPaletteOpen(false)
    }
  }, [])
}
