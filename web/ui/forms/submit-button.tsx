interface SubmitButtonProps {
  busy: boolean
  /** Label while busy, such as `Sending …`. */
  busyLabel: string
  children: string
}

/** Submits its form. A busy button is not disabled, because a disabled button loses the focus. */
export function SubmitButton({ busy, busyLabel, children }: SubmitButtonProps) {
  return (
    <button type="submit" className="btn" aria-disabled={busy} aria-busy={busy}>
      {busy ? busyLabel : children}
    </button>
  )
}
