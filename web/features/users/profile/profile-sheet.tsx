import type { Profile } from '@freehub/contract/users/users'
import type { ReactNode } from 'react'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { RoleBadge } from '../role-badge.tsx'
import { readableAddress } from './readable-address.ts'

interface ProfileSheetProps {
  profile: Omit<Profile, 'photoURL'>
  /** The user's own photo, or what stands in for it. */
  photo: ReactNode
}

/** A user's profile: photo, name and contact details. */
export function ProfileSheet({ profile, photo }: ProfileSheetProps) {
  const { displayName, email, role, education, address, phone, linkedin } = profile
  return (
    <div className="frame frame-plain profile">
      <div className="profile-head">
        <div className="profile-plate">{photo}</div>
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
