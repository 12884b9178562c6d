import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/toast.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { InboxLink } from '../../ui/inbox-link.tsx'
import { FocusedText } from '../identity/auth-form-parts.tsx'
import { saveReturnPath } from '../identity/return-path.ts'
import { signOut } from '../identity/session.ts'
import { callAccountApi, formatAccountError, isSignInTooOld } from './account-api.ts'
import { useAccountMutation } from './account-queries.ts'

interface AccountFormProps {
  submitLabels: [label: string, busyLabel: string]
  change: { isPending: boolean; error: Error | null }
  onSubmit: ComponentProps<'form'>['onSubmit']
  onCancel: () => void
  children?: ReactNode
}

/** A form of the account page, with the error of the last attempt. */
export function AccountForm(props: AccountFormProps) {
  const { change, onSubmit, onCancel, children } = props
  const [label, busyLabel] = props.submitLabels
  return (
    <form className="formgrid" method="post" noValidate onSubmit={onSubmit}>
      {children}
      <AccountErrorMessage error={change.error} />
      <div className="actions">
        <SubmitButton label={label} busy={change.isPending} busyLabel={busyLabel} />
        <Button aria-disabled={change.isPending} onClick={() => change.isPending || onCancel()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface ActionButtonProps<Result> {
  label: string
  action: () => Promise<Result>
  onDone?: (result: Result) => void
  confirmation?: { title: string; text: string; subject?: string; label: string }
  /** Text that replaces the button after the action. */
  sentText?: string
  isDestructive?: boolean
  /** Id of the element that names the changed item, for lists. */
  describedBy?: string
  /** Shows errors below the button instead of above, for lists. */
  isErrorBelow?: boolean
}

/** A button that runs an action, after a confirmation if there is one. Shows the error if the action fails. */
export function ActionButton<Result>(props: ActionButtonProps<Result>) {
  const { label, action, onDone, confirmation, sentText, isErrorBelow } = props
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { mutate, isPending, isSuccess, error } = useAccountMutation(
    () => action().finally(close),
    onDone,
  )
  const errorMessage = <AccountErrorMessage error={error} />
  if (sentText && isSuccess) return <MessageSent text={sentText} />
  return (
    <>
      {!isErrorBelow && errorMessage}
      <Button
        variant={props.isDestructive ? 'danger' : 'outline'}
        small
        aria-busy={confirmation ? undefined : isPending}
        aria-describedby={props.describedBy}
        onClick={() => (confirmation ? setConfirming(true) : mutate())}
      >
        {label}
      </Button>
      {isErrorBelow && errorMessage}
      {confirmation && isConfirming && (
        <ConfirmDialog
          title={confirmation.title}
          text={confirmation.text}
          {...(confirmation.subject && { subject: confirmation.subject })}
          confirmLabel={confirmation.label}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        />
      )}
    </>
  )
}

export function ResendConfirmationButton({ email }: { email: string }) {
  const body = { email, callbackURL: paths.confirmEmail }
  return (
    <ActionButton
      label="Send Confirmation Email Again"
      action={() => callAccountApi('/send-verification-email', body)}
      sentText={`We sent an email to ${email}. Open the link in it.`}
    />
  )
}

/** Shows why a change was refused. If the sign-in is too old, offers a new login. */
export function AccountErrorMessage({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <div className="message" role="alert">
      <p>{formatAccountError(error)}</p>
      {isSignInTooOld(error) && (
        <Button small onClick={signInAgain}>
          Sign In Again
        </Button>
      )}
    </div>
  )
}

/** Signs out, which redirects to the login. The login leads back to the account page, and opens the form again. */
function signInAgain({ currentTarget }: MouseEvent<HTMLElement>): void {
  const form = currentTarget.closest<HTMLElement>('[data-form]')?.dataset.form ?? ''
  saveReturnPath(`${paths.account}#${encodeURIComponent(form)}`)
  signOut().catch((error) => void showToast(formatError(error), 'error'))
}

/** States that an email or SMS was sent. In the sandbox, also links to the inbox. */
export function MessageSent({ text }: { text: string }) {
  return (
    <div className="message message-info" role="status">
      <FocusedText>{text}</FocusedText>
      <InboxLink />
    </div>
  )
}
