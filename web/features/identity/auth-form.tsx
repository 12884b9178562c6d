import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { WarnIcon } from '../../ui/icons.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** Submit button of the sign-in forms. Disabled until the page is hydrated. */
export function AuthSubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const isHydrated = useHydrated()
  return (
    <button type="submit" className="btn btn-block" disabled={!isHydrated || busy} aria-busy={busy}>
      {children}
    </button>
  )
}

/** Shows why a sign-in was refused. Children can offer an alternative. */
export function RedBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="red-box" role="alert">
      <WarnIcon />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Sets the focus once, after the router has moved it to the start of a new screen. */
export function useInitialFocus(focus: () => void): void {
  const focusNow = useEffectEvent(focus)

  useEffect(() => {
    const timer = setTimeout(() => focusNow())
    return () => clearTimeout(timer)
  }, [])
}
