import { isEmail, normalizeEmail } from '@freehub/contract/email'
import type { Account } from '@freehub/contract/identity/calls'
import { useForm } from 'react-hook-form'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { clearDraft, readDraft } from '../../ui/forms/form-draft.ts'
import { useFormDraft } from '../../ui/forms/use-form-draft.ts'
import { AccountForm, MessageSent, ResendConfirmationButton } from './account-actions.tsx'
import { callAccountApi } from './account-api.ts'
import { useAccountMutation } from './account-queries.ts'
import { AccountSection, InlineForm } from './account-section.tsx'

export function EmailSection({ account: { email, emailConfirmed } }: { account: Account }) {
  return (
    <AccountSection
      title="Email"
      description="You sign in with this email, and we send your messages to it. You can order before you confirm it."
    >
      <p className="account-value">
        <EmailAddress email={email} />
        <span className={emailConfirmed ? 'badge badge-on' : 'badge badge-pending'}>
          {emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}
        </span>
      </p>
      <div className="actions">
        {!emailConfirmed && <ResendConfirmationButton email={email} />}
        <InlineForm buttonLabel="Change Email">
          {(close) => <EmailForm email={email} onClose={close} />}
        </InlineForm>
      </div>
    </AccountSection>
  )
}

const DRAFT_KEY = 'newEmail'

/** Requests a change. The email address changes after the user opens the link in the mail and confirms it there. */
function EmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({ defaultValues: readDraft(email, DRAFT_KEY, { email: '' }) })
  useFormDraft(email, DRAFT_KEY, form)
  const { register, handleSubmit, formState } = form
  const change = useAccountMutation(
    (newEmail: string) =>
      callAccountApi('/change-email', { newEmail, callbackURL: paths.confirmEmail }),
    () => clearDraft(email, DRAFT_KEY),
  )

  function close() {
    clearDraft(email, DRAFT_KEY)
    onClose()
  }

  if (change.isSuccess) {
    return (
      <>
        <MessageSent
          text={`We sent an email to ${change.variables}. Open its link and confirm your new email there.`}
        />
        <Button small onClick={onClose}>
          Done
        </Button>
      </>
    )
  }
  return (
    <AccountForm
      submitLabels={['Send Me the Link', 'Sending …']}
      change={change}
      onSubmit={handleSubmit((fields) => change.mutate(normalizeEmail(fields.email)))}
      onCancel={close}
    >
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', {
          required: 'Email required',
          validate: (newEmail) => validateEmail(newEmail, email),
        })}
      />
    </AccountForm>
  )
}

function validateEmail(input: string, current: string): string | true {
  const email = normalizeEmail(input)
  if (!isEmail(email)) return 'Provide a valid email'
  return email !== current || 'This is already your email'
}
