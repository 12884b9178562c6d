import type { Account } from '@freehub/contract/account'
import { paths } from '../paths.ts'
import { EmailAddress } from '../ui/email-address.tsx'
import { AccountPart } from './account-part.tsx'
import { askAccount } from './ask-account.ts'
import { EmailForm } from './email-form.tsx'
import { InPlace } from './in-place.tsx'
import { MailSent } from './mail-sent.tsx'
import { Refused } from './refused.tsx'
import { useAccountChange } from './use-account-change.ts'

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

function ConfirmAgain({ email }: { email: string }) {
  const ask = () =>
    askAccount('/send-verification-email', { email, callbackURL: paths.confirmEmail })
  const { change, busy, error, done } = useAccountChange(ask)
  return (
    <>
      <Refused error={error} />
      {done ? (
        <MailSent text={`A mail is on its way to ${email}. Open the link in it.`} />
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-busy={busy}
          onClick={() => change()}
        >
          Send the mail to confirm again
        </button>
      )}
    </>
  )
}
