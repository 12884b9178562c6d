import { useAwake } from '../../../ui/use-awake.ts'

/** Sends the form of a way in, as soon as the page is awake. */
export function EnterButton({ busy, children }: { busy: boolean; children: string }) {
  const awake = useAwake()
  return (
    <button type="submit" className="btn btn-block" disabled={!awake || busy} aria-busy={busy}>
      {children}
    </button>
  )
}
