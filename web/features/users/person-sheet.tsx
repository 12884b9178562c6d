import type { PersonSeen } from '@freehub/contract/users/users'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useConfirming } from '../../ui/dialogs/use-confirming.ts'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BanNote } from './ban-note.tsx'
import { PersonChanges } from './person-changes.tsx'
import { PersonInitials } from './person-initials.tsx'
import { PersonOrders } from './person-orders.tsx'
import { PersonReservations } from './person-reservations.tsx'
import { PersonReviews } from './person-reviews.tsx'
import { ProfileSheet } from './profile/profile-sheet.tsx'
import { type AskedOfUser, UserActions } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'

/** A person's profile, what can be done with him, and what there is of him. */
export function PersonSheet({ person }: { person: PersonSeen }) {
  const { user, profile, emailConfirmed, signedUpAt, changes } = person
  const { asked, refusal, refuse, heading, ask, dialog } = useConfirming<AskedOfUser>()
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
          Signed up <Moment at={signedUpAt} />
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
          onAsk={ask}
          onDone={() => heading.current?.focus({ preventScroll: true })}
          onRefused={refuse}
        />
      </div>
      <PersonReservations person={person} />
      <PersonOrders email={user.email} />
      <PersonReviews id={user._id} email={user.email} />
      <PersonChanges changes={changes} />
      {asked && <UserDialog asked={asked} {...dialog} />}
    </>
  )
}
