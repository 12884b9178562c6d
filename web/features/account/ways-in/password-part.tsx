import type { Account } from '@freehub/contract/identity/account'
import { paths } from '../../../paths.ts'
import { AccountPart } from '../account-part.tsx'
import { askAccount } from '../ask-account.ts'
import { InPlace } from '../in-place.tsx'
import { MailSent } from '../mail-sent.tsx'
import { Refused } from '../refused.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { PasswordForm } from './password-form.tsx'

/** A password is changed here; who never had one sets his first by a link in a mail. */
export function PasswordPart({ account }: { account: Account }) {
  const { email, hasPassword } = account
  return (
    <AccountPart title="Password" about="A new one signs you out everywhere else.">
      <p className="account-value">{hasPassword ? 'Set' : 'None: you sign in another way'}</p>
      {hasPassword ? (
        <InPlace act="Change password">
          {(close) => <PasswordForm email={email} onClose={close} />}
        </InPlace>
      ) : (
        <SetPassword email={email} />
      )}
    </AccountPart>
  )
}

function SetPassword({ email }: { email: string }) {
  const ask = () =>
    askAccount('/request-password-reset', { email, redirectTo: paths.resetPassword })
  const { change, busy, done, error } = useAccountChange(ask)
  return (
    <>
      <Refused error={error} />
      {done ? (
        <MailSent text={`A mail is on its way to ${email}, with a link to set a password.`} />
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-busy={busy}
          onClick={() => change()}
        >
          Set a password
        </button>
      )}
    </>
  )
}
