interface SubmitButtonProps {
  label: string
  busy: boolean
  /** Label while busy. */
  busyLabel?: string
  /** True if a required field is empty. A click still submits, so that the form shows what is missing. */
  isIncomplete?: boolean
}

/** Submits its form. A busy button is not disabled, because a disabled button loses the focus. */
export function SubmitButton(props: SubmitButtonProps) {
  const { label, busy, busyLabel = 'Saving …', isIncomplete } = props
  return (
    <button
      type="submit"
      className="btn"
      aria-disabled={busy}
      aria-busy={busy}
      data-incomplete={isIncomplete || undefined}
    >
      {busy ? busyLabel : label}
    </button>
  )
}
