import { useState } from 'react'
import { InlineForm } from '../inline-form.tsx'
import { ConfirmPasswordForm } from '../ways-in/confirm-password-form.tsx'
import { ScanForm } from './scan-form.tsx'
import { type SecondFactorSetup, startSecondFactorSetup } from './second-factor.ts'

interface EnableSecondFactorProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

/** Turns the second factor on in two steps: confirm the password, then enter the app's first code. */
export function EnableSecondFactor({ hasPassword, onCodes }: EnableSecondFactorProps) {
  const [setup, setSetup] = useState<SecondFactorSetup>()
  return (
    <InlineForm buttonLabel="Turn on">
      {(close) => {
        const cancel = () => {
          setSetup(undefined)
          close()
        }
        return setup ? (
          <ScanForm
            uri={setup.totpURI}
            onEnabled={() => onCodes(setup.backupCodes)}
            onCancel={cancel}
          />
        ) : (
          <ConfirmPasswordForm
            hasPassword={hasPassword}
            submitLabel="Continue"
            action={startSecondFactorSetup}
            onDone={setSetup}
            onCancel={cancel}
          />
        )
      }}
    </InlineForm>
  )
}
