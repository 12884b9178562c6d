import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

interface BackupCodesProps {
  codes: string[]
  email: string
  onDone: () => void
}

/**
 * Shows new backup codes once, so that the user can copy or print them. Each code works once, instead of a code from
 * the authenticator app.
 */
export function BackupCodes({ codes, email, onDone }: BackupCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  // A reload would lose the codes.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

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
        <CopyButton text={codes.join('\n')} />
        <Button small onClick={() => print()}>
          Print
        </Button>
        <Button variant="primary" small onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
