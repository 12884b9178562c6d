import type { Account } from '@freehub/contract/identity/account'
import { EmailAddress } from '../../ui/email-address.tsx'
import { AccountPart } from './account-part.tsx'
import { ConfirmAgain } from './confirm-again.tsx'
import { EmailForm } from './email-form.tsx'
import { InPlace } from './in-place.tsx'

/** The address that one signs in with, and whether it is known to be one's own. */
export function EmailPart({ account }: { account: Account }) {
  const { email, emailConfirmed } = account
  return (
    <AccountPart
      title="Email"
      about="What you sign in with, and where we write to. You can order before it is confirmed."
    >
      <p className="account-value">
        <EmailAddress address={email} />
        <span className={emailConfirmed ? 'badge badge-on' : 'badge badge-pending'}>
          {emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}
        </span>
      </p>
      <div className="act">
        {!emailConfirmed && <ConfirmAgain email={email} />}
        <InPlace act="Change email">
          {(close) => <EmailForm email={email} onClose={close} />}
        </InPlace>
      </div>
    </AccountPart>
  )
}
