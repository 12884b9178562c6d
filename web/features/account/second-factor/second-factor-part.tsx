import type { Account } from '@freehub/contract/identity/account'
import { useState } from 'react'
import { AccountPart } from '../account-part.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { SecondFactorOff } from './second-factor-off.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'

/** A code from an app after every way in. New backup codes are shown once, here, until one has kept them. */
export function SecondFactorPart({ account }: { account: Account }) {
  const [codes, setCodes] = useState<string[]>()
  const { email, emailConfirmed, hasPassword, secondFactor } = account
  return (
    <AccountPart
      title="Two-step sign-in"
      about="After every sign-in we ask for a code from an app on your phone, so that a stolen password is not enough."
    >
      <p className="account-value">
        Authenticator app
        <span className={secondFactor ? 'badge badge-on' : 'badge badge-off'}>
          {secondFactor ? 'On' : 'Off'}
        </span>
      </p>
      {codes && <BackupCodes codes={codes} email={email} onDone={() => setCodes(undefined)} />}
      {!codes && secondFactor && <SecondFactorOn hasPassword={hasPassword} onCodes={setCodes} />}
      {!codes && !secondFactor && emailConfirmed && (
        <SecondFactorOff hasPassword={hasPassword} onCodes={setCodes} />
      )}
      {!secondFactor && !emailConfirmed && (
        <p>Confirm your email first, then you can turn it on.</p>
      )}
    </AccountPart>
  )
}
