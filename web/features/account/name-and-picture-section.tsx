import type { Account } from '@freehub/contract/identity/calls'
import { ProfilePhoto } from '../users/profile/profile-photo.tsx'
import { AccountSection } from './account-section.tsx'
import { InlineForm } from './inline-form.tsx'
import { NameAndPictureForm } from './name-and-picture-form.tsx'

export function NameAndPictureSection({ account }: { account: Account }) {
  return (
    <AccountSection
      title="Name and picture"
      description="Your name appears on your orders and reviews. Your picture appears only on your profile."
    >
      <div className="account-person">
        <ProfilePhoto url={account.photoURL} name={account.name} />
        <p className="account-value">{account.name}</p>
      </div>
      <InlineForm buttonLabel="Change name or picture">
        {(close) => <NameAndPictureForm account={account} onClose={close} />}
      </InlineForm>
    </AccountSection>
  )
}
