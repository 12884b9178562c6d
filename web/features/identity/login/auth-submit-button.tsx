import { useHydrated } from '../../../ui/use-hydrated.ts'

/** Submit button of the sign-in forms. Disabled until the page is hydrated. */
export function AuthSubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const isHydrated = useHydrated()
  return (
    <button type="submit" className="btn btn-block" disabled={!isHydrated || busy} aria-busy={busy}>
      {children}
    </button>
  )
}
