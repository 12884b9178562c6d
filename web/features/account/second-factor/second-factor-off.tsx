import { useState } from 'react'
import { InPlace } from '../in-place.tsx'
import { PasswordProof } from '../ways-in/password-proof.tsx'
import { ScanForm } from './scan-form.tsx'
import { beginSecondFactor, type SecondFactorBegun } from './second-factor.ts'

interface SecondFactorOffProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

/** Turns it on in two steps: who one is, and a first code of the app that has scanned the secret. */
export function SecondFactorOff({ hasPassword, onCodes }: SecondFactorOffProps) {
  const [begun, setBegun] = useState<SecondFactorBegun>()
  return (
    <InPlace act="Turn on">
      {(close) => {
        const cancel = () => {
          setBegun(undefined)
          close()
        }
        return begun ? (
          <ScanForm uri={begun.totpURI} onOn={() => onCodes(begun.backupCodes)} onCancel={cancel} />
        ) : (
          <PasswordProof
            hasPassword={hasPassword}
            send="Go on"
            change={beginSecondFactor}
            onDone={setBegun}
            onCancel={cancel}
          />
        )
      }}
    </InPlace>
  )
}
