import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type SessionUser, useSession } from '../../features/identity/session.ts'

/**
 * Brings the palette's door to who is signed in: it is no part of the first load. Where it could not
 * be loaded, the next visit tries again.
 */
export function PaletteWay() {
  const session = useSession()
  const { key } = useLocation()
  const [Door, setDoor] = useState<ComponentType<{ user: SessionUser }>>()
  const isWanted = session.status === 'signedIn' && !Door

  useEffect(() => {
    if (!isWanted) return
    import('./palette-door.tsx').then(
      (code) => setDoor(() => code.PaletteDoor),
      () => {},
    )
  }, [isWanted, key])

  return session.status === 'signedIn' && Door ? <Door user={session.user} /> : null
}
