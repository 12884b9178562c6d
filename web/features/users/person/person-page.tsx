import { formatCents, pluralize } from '@freehub/contract/money'
import type { PersonDetails } from '@freehub/contract/users/user-schemas'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { isNotFound } from '../../../api/call-error.ts'
import { formatQueryString } from '../../../api/lists/cursor-page.ts'
import { paths } from '../../../paths.ts'
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx'
import { CopyableText } from '../../../ui/copy-button.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { useRequestedAction } from '../../../ui/dialogs/use-requested-action.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { Day, Timestamp } from '../../../ui/timestamp.tsx'
import { StaffNotes, useUserNotes } from '../../notes/staff-notes.tsx'
import { ProfileLink } from '../profile/profile-card.tsx'
import {
  type PendingUserAction,
  UserActionDialog,
  UserActions,
  useIsSelf,
} from '../user-actions.tsx'
import { BanMessage, RoleBadge } from '../user-cells.tsx'
import { personQuery } from '../users-queries.ts'
import { PersonReservations } from './person-reservations.tsx'
import { PersonChanges, PersonOrders, PersonReviews, PersonSection } from './person-sections.tsx'

/** A user's page for staff: profile, reservations, orders, reviews, notes and role. */
export default function PersonPage() {
  const { idOrEmail = '' } = useParams()
  const query = useQuery(personQuery(idOrEmail))
  const { data: person } = query
  const { isReady: areNotesReady } = useUserNotes(person?.user._id)
  const isMissing = isNotFound(query.error)
  return (
    <div className="max-w-266">
      <PageMetadata title={person?.profile.displayName ?? 'User'} />
      {isMissing ? <PersonNotFound idOrEmail={idOrEmail} /> : <QueryError query={query} />}
      {!query.isError && !areNotesReady && <LoadingScreen />}
      {person && !isMissing && areNotesReady && (
        <PersonSheet key={person.user._id} person={person} />
      )}
    </div>
  )
}

function PersonNotFound({ idOrEmail }: { idOrEmail: string }) {
  return (
    <>
      <div className="dash-head">
        <h1>User</h1>
      </div>
      <EmptyState text="User not found." details={`No user has the ID or email ${idOrEmail}.`}>
        <Link className="btn btn-outline" to={paths.makeAdmin}>
          All Users
        </Link>
      </EmptyState>
    </>
  )
}

function PersonSheet({ person }: { person: PersonDetails }) {
  const { user, profile, emailConfirmed, signedUpAt, changes } = person
  const { item, refusal, setRefusal, heading, open, dialog } = useConfirmation<PendingUserAction>()
  const isSelf = useIsSelf(user)
  useRequestedAction((action) => {
    if (action === 'ban' && !user.banned && !isSelf) open({ action, user })
  })
  return (
    <>
      <ParentLink to={paths.makeAdmin}>Make Admin</ParentLink>
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
          {profile.displayName}
        </h1>
        <p className="actions md:ml-auto">
          {!user.banned && (
            <Link
              className="btn btn-sm"
              to={paths.newOrder + formatQueryString({ client: user.email })}
            >
              New Order
            </Link>
          )}
          <UserActions
            user={user}
            requestConfirmation={open}
            onDone={() => heading.current?.focus({ preventScroll: true })}
            onRefused={setRefusal}
          />
        </p>
        <p className="basis-full flex flex-wrap items-center gap-x-5 gap-y-1 secondary">
          <RoleBadge role={user.role} />
          <span>
            Signed up <Timestamp at={signedUpAt} />
            {!emailConfirmed && ', email not confirmed'}
            {!emailConfirmed && user.role === 'customer' && ': cannot be an admin yet'}
          </span>
          <PaidOrders person={person} />
        </p>
      </div>
      {refusal && <FocusedErrorMessage text={refusal} />}
      {user.banned && (
        <div className="message grid justify-start gap-2 mb-5">
          <p>This user is banned.</p>
          <BanMessage user={user} />
        </div>
      )}
      <div className="person grid grid-cols-1 gap-10 min-[1344px]:grid-cols-[minmax(0,1fr)_320px] min-[1344px]:grid-rows-[auto_auto_auto_auto_1fr]">
        <PersonData profile={profile} />
        <PersonReservations person={person} />
        <div className="grid grid-cols-1 content-start gap-10 min-[1344px]:[grid-area:1/1/span_5]">
          <PersonOrders email={user.email} />
          <PersonReviews id={user._id} email={user.email} />
        </div>
        <StaffNotes subject={{ user: user._id }} isFormFolded />
        <PersonChanges changes={changes} />
        <PersonBackground profile={profile} />
      </div>
      {item && <UserActionDialog pending={item} {...dialog} />}
    </>
  )
}

/** The number, total and latest day of a customer's paid orders. Renders nothing without paid orders. */
function PaidOrders({ person: { paidOrders, paidCents, lastPaidAt } }: { person: PersonDetails }) {
  if (!lastPaidAt) return null
  return (
    <span>
      {pluralize(paidOrders, 'paid order', 'paid orders')}, {formatCents(paidCents)}, last{' '}
      <Day at={lastPaidAt} />
    </span>
  )
}

/** The profile without its picture, which staff never load: its host would learn their IP address. */
function PersonData({ profile }: Pick<PersonDetails, 'profile'>) {
  const { email, phone, address } = profile
  const notProvided = <span className="secondary">Not provided</span>
  const rows = {
    Email: <EmailLink email={email} />,
    'Phone Number': phone ? <PhoneLink number={phone} /> : notProvided,
    Location: address ? <CopyableText text={address} label="address" /> : notProvided,
  }
  return <DataSheet rows={rows} />
}

/** Education and LinkedIn: the data of the profile that no order uses. */
function PersonBackground({ profile: { education, linkedin } }: Pick<PersonDetails, 'profile'>) {
  if (!education && !linkedin) return null
  const rows = { Education: education, LinkedIn: linkedin && <ProfileLink url={linkedin} /> }
  return (
    <PersonSection title="Background">
      <DataSheet rows={rows} />
    </PersonSection>
  )
}

/** Captions with values. Leaves out empty values. */
function DataSheet({ rows }: { rows: Record<string, ReactNode> }) {
  const isShort = Object.values(rows).filter(Boolean).length < 3
  return (
    <dl
      className={`grid justify-self-stretch ${isShort ? 'grid-cols-1' : 'grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))]'} gap-x-6 gap-y-2.5 p-4 border border-rule bg-plate`}
    >
      {Object.entries(rows).map(
        ([caption, value]) =>
          value && (
            <div
              className="grid grid-cols-[84px_minmax(0,1fr)] items-baseline gap-3 last:col-span-full"
              key={caption}
            >
              <dt className="cap">{caption}</dt>
              <dd className="wrap-anywhere whitespace-pre-line tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
