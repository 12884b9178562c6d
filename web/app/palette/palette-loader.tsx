import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type SessionUser, useSession } from '../../features/identity/session.ts'

/** Loads the palette's host for signed-in users, after the initial load. Tries again on the next navigation. */
export function PaletteLoader() {
  const session = useSession()
  const { key } = useLocation()
  const [Host, setHost] = useState<ComponentType<{ user: SessionUser }>>()
  const shouldLoad = session.status === 'signedIn' && !Host

  useEffect(() => {
    if (!shouldLoad) return
    import('./palette-host.tsx').then(
      (module) => setHost(() => module.PaletteHost),
      () => {},
    )
  }, [shouldLoad, key])

  return session.status === 'signedIn' && Host ? <Host user={session.user} /> : null
}
