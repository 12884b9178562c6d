import { useEffect, useRef, useState } from 'react'

interface BackupCodesProps {
  codes: string[]
  /** Whose they are, for paper. */
  email: string
  onDone: () => void
}

/** Codes that stand in for the app, each once. They are shown this one time, to be copied or printed. */
export function BackupCodes({ codes, email, onDone }: BackupCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  useEffect(() => heading.current?.focus(), [])

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setSaid('Copied'),
      () => setSaid('Your browser did not copy them: mark and copy them yourself'),
    )
  }

  return (
    <div className="backup-codes">
      <h3 ref={heading} tabIndex={-1}>
        Your backup codes
      </h3>
      <p className="backup-for">Freehub, {email}</p>
      <p>
        Each signs you in once when you do not have your phone. Keep them: we show them only now.
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="act">
        <button type="button" className="btn btn-outline btn-sm" onClick={copy}>
          Copy
        </button>
        <button type="button" className="btn btn-outline btn-sm" onClick={() => print()}>
          Print
        </button>
        <button type="button" className="btn btn-sm" onClick={onDone}>
          I have kept them
        </button>
      </div>
      <p role="status">{said}</p>
    </div>
  )
}
