import { pluralize } from '@freehub/contract/money'
import type { ListedUser, PersonDetails } from '@freehub/contract/users/user-schemas'
import { Button } from '../../../ui/button.tsx'
import { ActionDialog, StaffActionButton } from '../../../ui/dialogs/action-dialog.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { releaseReservations, toggleTrust } from '../change-user.ts'
import { UnpaidOrders } from '../user-cells.tsx'
import { PersonSection } from './person-sections.tsx'

/** The customer's unpaid orders and trust. Staff can cancel the orders, and start or stop trusting the customer. */
export function PersonReservations({ person }: { person: PersonDetails }) {
  const { user, emailConfirmed, trusted, hasPaid, unpaidOrders } = person
  const { item, refusal, setRefusal, heading, open, dialog } = useConfirmation<ListedUser>()
  return (
    <PersonSection title="Reservations" headingRef={heading}>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <UnpaidOrders person={person} />
      <TrustNote {...{ trusted, hasPaid, emailConfirmed }} />
      <div className="actions">
        {(trusted || (emailConfirmed && !hasPaid)) && (
          <StaffActionButton
            label={trusted ? 'Stop Trusting' : 'Trust This Customer'}
            action={toggleTrust(user, trusted !== null)}
            onDone={() => heading.current?.focus()}
            onRefused={setRefusal}
          />
        )}
        {unpaidOrders > 0 && (
          <Button variant="danger" small onClick={() => open(user)}>
            Release Reservations
          </Button>
        )}
      </div>
      {item && (
        <ActionDialog
          action={releaseReservations(item)}
          title="Release all reservations?"
          text={`${pluralize(unpaidOrders, 'unpaid order', 'unpaid orders')} of ${item.name} (${item.email}) will be cancelled.`}
          note="The pieces go back into stock. This can’t be undone."
          confirmLabel="Yes, Release"
          {...dialog}
        />
      )}
    </PersonSection>
  )
}

type TrustNoteProps = Pick<PersonDetails, 'trusted' | 'hasPaid' | 'emailConfirmed'>

function TrustNote({ trusted, hasPaid, emailConfirmed }: TrustNoteProps) {
  if (trusted) {
    return (
      <p className="secondary">
        Trusted{' '}
        {trusted.by && (
          <>
            by <EmailAddress email={trusted.by} />,{' '}
          </>
        )}
        <Timestamp at={trusted.at} />. The limits on unpaid orders do not apply.
      </p>
    )
  }
  if (hasPaid) {
    return (
      <p className="secondary">No reservation limits, because this customer has paid before.</p>
    )
  }
  return (
    <p className="secondary">
      {emailConfirmed
        ? 'Until the first payment, the value of unpaid orders and their share of the stock are limited. Trust this customer to lift these limits.'
        : 'The email is not confirmed. Until the customer confirms it, unpaid orders are limited and you cannot trust the customer.'}
    </p>
  )
}
