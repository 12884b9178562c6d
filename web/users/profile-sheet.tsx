import type { Profile } from '@freehub/contract/users'
import type { ReactNode } from 'react'
import { EmailAddress } from '../ui/email-address.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import { readableAddress } from './readable-address.ts'
import { RoleBadge } from './role-badge.tsx'

/** A person as the shop knows him: photo and name, and a title block of the rest. */
export function ProfileSheet({ profile }: { profile: Profile }) {
  const { displayName, photoURL, email, role, education, address, phone, linkedin } = profile
  return (
    <div className="frame frame-plain profile">
      <div className="profile-head">
        <div className="profile-plate">
          <ProfilePhoto url={photoURL} name={displayName} />
        </div>
        <div className="profile-name">
          <h2>{displayName}</h2>
          <p>
            <EmailAddress address={email} />
          </p>
          <RoleBadge role={role} />
        </div>
      </div>
      <dl className="profile-data">
        <Datum caption="Education">{education}</Datum>
        <Datum caption="Location">{address}</Datum>
        <Datum caption="Phone Number">{phone}</Datum>
        <Datum caption="Linkedin">
          {linkedin && (
            <a href={linkedin} rel="noopener noreferrer">
              {readableAddress(linkedin)}
            </a>
          )}
        </Datum>
      </dl>
    </div>
  )
}

function Datum({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div>
      <dt className="cap">{caption}</dt>
      <dd>{children || <span className="second">Not given yet</span>}</dd>
    </div>
  )
}
