import { type ComponentType, useEffect, useState } from 'react'
import { CallError, formatError, toNetworkProblem } from '../../api/call-error.ts'
import { useSession } from '../../features/identity/session.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { isMac, isPaletteShortcut } from './shortcut.ts'

/** Imports the palette's loader. Its chunk keeps the list of the palette's files out of the first load. */
const load = () => import('./load-palette.ts')

let open = () => {}

/** Opens the palette, and first loads its code if necessary. Does nothing before `PaletteHost` has mounted. */
export const openPalette = () => open()

/** Shows the palette on every screen. Loads its code at first use. */
export function PaletteHost() {
  const session = useSession()
  const email = session.status === 'signedIn' && session.user.email
  const [isOpen, setIsOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()

  useEffect(() => {
    open = () => setIsOpen(true)
    addEventListener('keydown', (event) => {
      if (!isPaletteShortcut(event, isMac())) return
      event.preventDefault()
      // Do not open on top of another modal dialog.
      if (!document.querySelector('dialog:modal')) open()
    })
  }, [])

  useEffect(() => {
    if (!email) return
    const following = load().then(
      ({ followVisits }) => followVisits(email),
      // Without the script, the shop works without recent screens.
      () => () => {},
    )
    return () => void following.then((stop) => stop())
  }, [email])

  useEffect(() => {
    if (!isOpen || Palette) return
    const loading = load().then(({ loadPalette }) => loadPalette())
    loading.then(
      (module) => setPalette(() => module.Palette),
      (cause) => {
        setIsOpen(false)
        void showToast(formatError(new CallError(toNetworkProblem(cause))), 'error')
      },
    )
  }, [isOpen, Palette])

  return isOpen && Palette ? <Palette onClose={() => setIsOpen(false)} /> : null
}
