interface SubmitButtonProps {
  busy: boolean
  /** Label while busy, such as `Sending …`. */
  busyLabel: string
  /** True if a required field is empty. A click still submits, so that the form shows what is missing. */
  isIncomplete?: boolean
  children: string
}

/** Submits its form. A busy button is not disabled, because a disabled button loses the focus. */
export function SubmitButton({ busy, busyLabel, isIncomplete, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="btn"
      aria-disabled={busy}
      aria-busy={busy}
      data-incomplete={isIncomplete || undefined}
    >
      {busy ? busyLabel : children}
    </button>
  )
}
