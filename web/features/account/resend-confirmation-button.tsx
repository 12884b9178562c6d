import { paths } from '../../paths.ts'
import { AccountErrorNote } from './account-error-note.tsx'
import { callAccountApi } from './call-account-api.ts'
import { MessageSent } from './message-sent.tsx'
import { useAccountMutation } from './use-account-mutation.ts'

/** Sends the confirmation email again. A note replaces the button once it is sent. */
export function ResendConfirmationButton({ email }: { email: string }) {
  const resend = () =>
    callAccountApi('/send-verification-email', { email, callbackURL: paths.confirmEmail })
  const { mutate, isPending, error, isSuccess } = useAccountMutation(resend)
  return (
    <>
      <AccountErrorNote error={error} />
      {isSuccess ? (
        <MessageSent text={`We sent an email to ${email}. Open the link in it.`} />
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-busy={isPending}
          onClick={() => mutate()}
        >
          Send confirmation email again
        </button>
      )}
    </>
  )
}
