import type { Account } from '@freehub/contract/identity/account'
import { ProfilePhoto } from '../users/profile/profile-photo.tsx'
import { AccountPart } from './account-part.tsx'
import { InPlace } from './in-place.tsx'
import { PersonForm } from './person-form.tsx'

export function PersonPart({ account }: { account: Account }) {
  return (
    <AccountPart
      title="Name and picture"
      about="Your name stands on orders and reviews. Your picture is for your profile alone."
    >
      <div className="account-person">
        <ProfilePhoto url={account.photoURL} name={account.name} />
        <p className="account-value">{account.name}</p>
      </div>
      <InPlace act="Change name or picture">
        {(close) => <PersonForm account={account} onClose={close} />}
      </InPlace>
    </AccountPart>
  )
}
