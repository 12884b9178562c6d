import type { Account } from '@freehub/contract/identity/calls'
import { EmailAddress } from '../../ui/email-address.tsx'
import { AccountSection } from './account-section.tsx'
import { EmailForm } from './email-form.tsx'
import { InlineForm } from './inline-form.tsx'
import { ResendConfirmationButton } from './resend-confirmation-button.tsx'

export function EmailSection({ account }: { account: Account }) {
  const { email, emailConfirmed } = account
  return (
    <AccountSection
      title="Email"
      description="You sign in with this email, and we send your messages to it. You can order before you confirm it."
    >
      <p className="account-value">
        <EmailAddress address={email} />
        <span className={emailConfirmed ? 'badge badge-on' : 'badge badge-pending'}>
          {emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}
        </span>
      </p>
      <div className="act">
        {!emailConfirmed && <ResendConfirmationButton email={email} />}
        <InlineForm buttonLabel="Change email">
          {(close) => <EmailForm email={email} onClose={close} />}
        </InlineForm>
      </div>
    </AccountSection>
  )
}
