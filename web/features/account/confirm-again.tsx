import { paths } from '../../paths.ts'
import { askAccount } from './ask-account.ts'
import { MailSent } from './mail-sent.tsx'
import { Refused } from './refused.tsx'
import { useAccountChange } from './use-account-change.ts'

/** The button that sends the mail to confirm an email again, and afterwards that it was sent. */
export function ConfirmAgain({ email }: { email: string }) {
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
