import type { Account } from '@freehub/contract/identity/calls'
import { useState } from 'react'
import { AccountSection } from '../account-section.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { EnableSecondFactor } from './enable-second-factor.tsx'
import { SecondFactorActions } from './second-factor-actions.tsx'

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
