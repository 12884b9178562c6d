import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface BackupCodesProps {
  codes: string[]
  email: string
  onDone: () => void
}

/**
 * Shows new backup codes once, so that the user can copy or print them. Each code replaces the authenticator app once.
 */
export function BackupCodes({ codes, email, onDone }: BackupCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [copyStatus, setCopyStatus] = useState('')
  useEffect(() => heading.current?.focus(), [])

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopyStatus('Copied'),
      () => setCopyStatus('Copying failed. Select the codes and copy them yourself.'),
    )
  }

  return (
    <div className="backup-codes">
      <h3 ref={heading} tabIndex={-1}>
        Your backup codes
      </h3>
      <p className="backup-codes-owner">Freehub, {email}</p>
      <p>
        Each code signs you in once if you don’t have your phone. Save them now: we won’t show them
        again.
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="actions">
        <Button small onClick={copy}>
          Copy
        </Button>
        <Button small onClick={() => print()}>
          Print
        </Button>
        <Button variant="primary" small onClick={onDone}>
          I have saved them
        </Button>
      </div>
      <p role="status">{copyStatus}</p>
    </div>
  )
}
