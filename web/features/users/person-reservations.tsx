import type { ListedUser, PersonSeen } from '@freehub/contract/users/users'
import { counted } from '../../api/counted.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useConfirming } from '../../ui/dialogs/use-confirming.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PersonPart } from './person-part.tsx'
import { useReleaseReservations, useTrustUser } from './trust-user.ts'

/** What a customer reserves without having paid, the way to release it, and whether staff trust them. */
export function PersonReservations({ person }: { person: PersonSeen }) {
  const { user, emailConfirmed, trusted, hasPaid, unpaidOrders } = person
  const { asked, refusal, refuse, heading, ask, dialog } = useConfirming<ListedUser>()
  return (
    <PersonPart name="Reservations" heading={heading}>
      {refusal && <Notice text={refusal} />}
      <p>{reservedInWords(unpaidOrders)}</p>
      <TrustNote {...{ trusted, hasPaid, emailConfirmed }} />
      <div className="act">
        {(trusted || (emailConfirmed && !hasPaid)) && (
          <TrustButton user={user} isTrusted={trusted !== null} onRefused={refuse} />
        )}
        {unpaidOrders > 0 && (
          <button
            type="button"
            className="btn btn-outline btn-error btn-sm"
            onClick={() => ask(user)}
          >
            Release Reservations
          </button>
        )}
      </div>
      {asked && <ReleaseDialog user={asked} unpaidOrders={unpaidOrders} {...dialog} />}
    </PersonPart>
  )
}

function reservedInWords(unpaidOrders: number): string {
  if (unpaidOrders === 0) return 'No unpaid orders.'
  return `${counted(unpaidOrders, 'unpaid order reserves', 'unpaid orders reserve')} pieces.`
}

type TrustNoteProps = Pick<PersonSeen, 'trusted' | 'hasPaid' | 'emailConfirmed'>

function TrustNote({ trusted, hasPaid, emailConfirmed }: TrustNoteProps) {
  if (trusted) {
    return (
      <p className="second">
        Trusted{' '}
        {trusted.by && (
          <>
            by <EmailAddress address={trusted.by} />,{' '}
          </>
        )}
        <Moment at={trusted.at} />. Orders need no payment history.
      </p>
    )
  }
  if (hasPaid) {
    return <p className="second">Has paid before: no limits on value or share of the stock.</p>
  }
  return (
    <p className="second">
      {emailConfirmed
        ? 'Until the first payment, the value of unpaid orders and their share of the stock are limited. Trust this customer to lift these limits.'
        : 'The email is not confirmed: unpaid orders are limited, and the account cannot be trusted yet.'}
    </p>
  )
}

interface TrustButtonProps {
  user: ListedUser
  isTrusted: boolean
  onRefused: (why: string) => void
}

function TrustButton({ user, isTrusted, onRefused }: TrustButtonProps) {
  const { mutate, isPending } = useTrustUser(isTrusted, { onDone: () => onRefused(''), onRefused })
  const changeOnce = useMutateOnce(mutate)
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      aria-busy={isPending}
      onClick={() => changeOnce(user)}
    >
      {isTrusted ? 'Stop Trusting' : 'Trust This Customer'}
    </button>
  )
}

interface ReleaseDialogProps {
  user: ListedUser
  unpaidOrders: number
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

function ReleaseDialog({ user, unpaidOrders, onClose, ...outcome }: ReleaseDialogProps) {
  const { mutate, isPending } = useReleaseReservations(outcome)
  const releaseOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Release all reservations?"
      text={`${counted(unpaidOrders, 'unpaid order', 'unpaid orders')} of ${user.name} (${user.email}) will be cancelled, and the pieces go back into stock. It can't be undone.`}
      confirm="Yes, Release"
      busy={isPending}
      onConfirm={() => releaseOnce(user)}
      onClose={onClose}
    />
  )
}
