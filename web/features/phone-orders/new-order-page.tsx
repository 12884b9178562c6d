import '../../style/orders/pad.css'
import '../../style/orders/new-order.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isNotFound } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FocusedErrorMessage } from '../../ui/focused-error-message.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { DashboardHead, ParentLink } from '../../ui/page/dashboard-head.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { useSession } from '../identity/session.ts'
import { StaffNotes, useUserNotes } from '../notes/staff-notes.tsx'
import { PadEditor } from '../order-pad/pad-editor.tsx'
import { usePad } from '../order-pad/use-pad.ts'
import { UnpaidOrders } from '../users/user-cells.tsx'
import { personQuery } from '../users/users-queries.ts'
import { CustomerSearch } from './customer-search.tsx'
import { OrderAgain } from './order-again.tsx'
import { PhoneOrderForm } from './phone-order-form.tsx'

/** The screen where staff enter an order for a customer who phones. `?client=` is the customer's email. */
export default function NewOrderPage() {
  const session = useSession()
  const [params] = useSearchParams()
  const customerEmail = params.get('client')?.toLowerCase()
  if (session.status !== 'signedIn') return <LoadingScreen />
  return (
    <div className="max-w-266">
      <ParentLink to={paths.manageOrders}>Manage All Orders</ParentLink>
      <DashboardHead title="New Order" />
      {customerEmail ? (
        <OrderForCustomer
          key={customerEmail}
          customerEmail={customerEmail}
          staffEmail={session.user.email}
        />
      ) : (
        <CustomerSearch />
      )}
    </div>
  )
}

interface OrderForCustomerProps {
  customerEmail: string
  staffEmail: string
}

function OrderForCustomer({ customerEmail, staffEmail }: OrderForCustomerProps) {
  const query = useQuery(personQuery(customerEmail))
  const pad = usePad(staffEmail, customerEmail)
  const { data: person } = query
  const notes = useUserNotes(person?.user._id)
  const [areNotesOpen, setNotesOpen] = useState(false)
  if (notes.isReady && !notes.areEmpty && !areNotesOpen) setNotesOpen(true)
  if (isNotFound(query.error))
    return (
      <>
        <FocusedErrorMessage text={`No customer has the email ${customerEmail}.`} />
        <CustomerSearch />
      </>
    )
  return (
    <>
      <QueryError query={query} />
      {!query.isError && !notes.isReady && <LoadingScreen />}
      {person && notes.isReady && (
        <>
          <section className="new-order-customer" aria-label="Customer">
            <div>
              <p>
                <Link to={paths.person(person.user._id)}>
                  <b className="font-semibold">{person.profile.displayName}</b>
                </Link>
              </p>
              <p className="secondary">
                {[customerEmail, person.profile.phone].filter(Boolean).join(' · ')}
              </p>
              {person.unpaidOrders > 0 && <UnpaidOrders person={person} />}
              {!person.emailConfirmed && !person.user.banned && (
                <p className="secondary">
                  {person.hasPaid
                    ? 'The email is not confirmed. The customer gets a link to confirm it. They pay on the order’s page after login.'
                    : 'The email is not confirmed. The customer gets a link and must confirm it before the reservation ends. They pay on the order’s page after login.'}
                </p>
              )}
              {person.user.banned && <p>This customer is banned and cannot pay.</p>}
            </div>
            <div className="actions">
              {!areNotesOpen && (
                <Button small onClick={() => setNotesOpen(true)}>
                  Add Staff Note
                </Button>
              )}
              <Link className="btn btn-outline btn-sm" to={paths.newOrder}>
                Change Customer
              </Link>
            </div>
          </section>
          {areNotesOpen && (
            <StaffNotes
              subject={{ user: person.user._id }}
              isFormFolded
              startsAdding={notes.areEmpty}
            />
          )}
          <OrderAgain pad={pad} customerEmail={customerEmail} />
          <PadEditor
            pad={pad}
            renderTotals={() => (
              <PhoneOrderForm pad={pad} person={person} staffEmail={staffEmail} />
            )}
          />
        </>
      )}
    </>
  )
}
