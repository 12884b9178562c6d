import type { Profile } from '@freehub/contract/users/user-schemas'
import { Fragment, type ReactNode } from 'react'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { RoleBadge } from '../user-cells.tsx'

interface ProfileCardProps {
  profile: Omit<Profile, 'photoURL'>
  photo: ReactNode
}

export function ProfileCard({ profile, photo }: ProfileCardProps) {
  const { displayName, email, role, education, address, phone, linkedin } = profile
  return (
    <div className="frame frame-plain profile max-w-266 p-2.75">
      <div className="grid grid-cols-[auto_minmax(0,1fr)]">
        <div className="profile-photo-frame">{photo}</div>
        <div className="min-w-0 self-center p-4 sm:px-8 sm:py-7">
          <h2 className="text-[30px]/[1.1] wrap-anywhere sm:text-[44px]">{displayName}</h2>
          <p className="mt-1 text-ink-2 text-[16px] wrap-anywhere sm:text-[18px]">
            <EmailAddress email={email} />
          </p>
          {role === 'admin' && (
            <p className="mt-3">
              <RoleBadge role={role} />
            </p>
          )}
        </div>
      </div>
      <dl className="profile-data grid border-t-[1.5px] border-t-ink sm:grid-cols-[1fr_1fr]">
        <ProfileField caption="Education">{education}</ProfileField>
        <ProfileField caption="Location">{address}</ProfileField>
        <ProfileField caption="Phone Number">{phone}</ProfileField>
        <ProfileField caption="LinkedIn">{linkedin && <ProfileLink url={linkedin} />}</ProfileField>
      </dl>
    </div>
  )
}

/** A link to a user's page on another site. Its text may wrap after slashes. */
export function ProfileLink({ url }: { url: string }) {
  const segments = formatUrl(url).split(/(?<=\/)/)
  return (
    <a href={url} rel="noopener noreferrer">
      {segments.map((segment, index) => (
        <Fragment key={index}>
          {segment}
          <wbr />
        </Fragment>
      ))}
    </a>
  )
}

function ProfileField({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div>
      <dt className="cap">{caption}</dt>
      <dd className="font-medium text-[17px] wrap-anywhere whitespace-pre-line tabular-nums">
        {children || <span className="secondary">Not provided</span>}
      </dd>
    </div>
  )
}

/** Letters, digits and URL punctuation. Excludes invisible characters, which could disguise a URL. */
const SAFE_URL = /^[\p{L}\p{M}\p{N}\-._~/?&=+,@:]*$/u

/** Shortens a URL for display: `linkedin.com/in/jürgen` for `https://www.linkedin.com/in/j%C3%BCrgen/`. */
export function formatUrl(url: string): string {
  const short = url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
  const decoded = tryDecode(short)
  return SAFE_URL.test(decoded) ? decoded : short
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
