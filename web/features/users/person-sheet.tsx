import type { PersonDetails } from '@freehub/contract/users/user-schemas'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'
import { Notice } from '../../ui/notice.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { BanNote } from './ban-note.tsx'
import { PersonChanges } from './person-changes.tsx'
import { PersonInitials } from './person-initials.tsx'
import { PersonOrders } from './person-orders.tsx'
import { PersonReservations } from './person-reservations.tsx'
import { PersonReviews } from './person-reviews.tsx'
import { ProfileSheet } from './profile/profile-sheet.tsx'
import { UserActionDialog } from './user-action-dialog.tsx'
import { type PendingUserAction, UserActions } from './user-actions.tsx'

/** A user's profile, the actions of staff, and the user's orders, reviews and role changes. */
export function PersonSheet({ person }: { person: PersonDetails }) {
  const { user, profile, emailConfirmed, signedUpAt, changes } = person
  const { item, refusal, setRefusal, heading, open, dialog } = useConfirmation<PendingUserAction>()
  return (
    <>
      <nav className="dash-way" aria-label="Breadcrumb">
        <Link to={paths.makeAdmin}>Make Admin</Link>
      </nav>
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          User
        </h1>
        <p className="second">
          Signed up <Timestamp at={signedUpAt} />
          {!emailConfirmed && ', email not confirmed'}
        </p>
      </div>
      {refusal && <Notice text={refusal} />}
      {user.banned && (
        <div className="note person-banned">
          <p>This user is banned.</p>
          <BanNote user={user} />
        </div>
      )}
      <ProfileSheet profile={profile} photo={<PersonInitials name={profile.displayName} />} />
      <div className="act person-act">
        <UserActions
          user={user}
          describedBy={undefined}
          requestConfirmation={open}
          onDone={() => heading.current?.focus({ preventScroll: true })}
          onRefused={setRefusal}
        />
      </div>
      <PersonReservations person={person} />
      <PersonOrders email={user.email} />
      <PersonReviews id={user._id} email={user.email} />
      <PersonChanges changes={changes} />
      {item && <UserActionDialog pending={item} {...dialog} />}
    </>
  )
}
