interface SubmitButtonProps {
  busy: boolean
  /** What it says while it is at work: `Sending …`. */
  atWork: string
  children: string
}

/** Sends its form. At work it looks and sounds so, but keeps the focus, which a disabled button loses. */
export function SubmitButton({ busy, atWork, children }: SubmitButtonProps) {
  return (
    <button type="submit" className="btn" aria-disabled={busy} aria-busy={busy}>
      {busy ? atWork : children}
    </button>
  )
}
