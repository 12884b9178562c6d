import type { Account } from '@freehub/contract/identity/calls'
import { useState } from 'react'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { ConfirmPasswordForm } from './confirm-password-form.tsx'
import { ScanForm } from './scan-form.tsx'
import {
  createBackupCodes,
  disableSecondFactor,
  type SecondFactorSetup,
  startSecondFactorSetup,
} from './second-factor.ts'

/** Turns the second factor on and off. Shows new backup codes once, until the user has saved them. */
export function SecondFactorSection({ account }: { account: Account }) {
  const [codes, setCodes] = useState<string[]>()
  const { email, emailConfirmed, hasPassword, secondFactor } = account
  return (
    <AccountSection
      title="Two-step sign-in"
      description="After every sign-in we ask for a code from an app on your phone. A stolen password alone is then not enough."
    >
      <p className="account-value">
        Authenticator app
        <span className={secondFactor ? 'badge badge-on' : 'badge badge-off'}>
          {secondFactor ? 'On' : 'Off'}
        </span>
      </p>
      {codes && <BackupCodes codes={codes} email={email} onDone={() => setCodes(undefined)} />}
      {!codes && secondFactor && (
        <SecondFactorActions hasPassword={hasPassword} onCodes={setCodes} />
      )}
      {!codes && !secondFactor && emailConfirmed && (
        <EnableSecondFactor hasPassword={hasPassword} onCodes={setCodes} />
      )}
      {!secondFactor && !emailConfirmed && <p>Confirm your email first to turn this on.</p>}
    </AccountSection>
  )
}

interface SecondFactorActionsProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

function SecondFactorActions({ hasPassword, onCodes }: SecondFactorActionsProps) {
  return (
    <div className="act">
      <InlineForm buttonLabel="New backup codes">
        {(close) => (
          <ConfirmPasswordForm
            hasPassword={hasPassword}
            submitLabel="Create 10 new codes"
            action={createBackupCodes}
            onDone={onCodes}
            onCancel={close}
          />
        )}
      </InlineForm>
      <InlineForm buttonLabel="Turn off">
        {(close) => (
          <ConfirmPasswordForm
            hasPassword={hasPassword}
            submitLabel="Turn off"
            action={disableSecondFactor}
            onDone={() => void showToast('Two-step sign-in is off')}
            onCancel={close}
          />
        )}
      </InlineForm>
    </div>
  )
}

interface EnableSecondFactorProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

/** Turns the second factor on in two steps: confirm the password, then enter the app's first code. */
function EnableSecondFactor({ hasPassword, onCodes }: EnableSecondFactorProps) {
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
