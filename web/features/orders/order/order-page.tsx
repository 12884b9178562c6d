import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { use, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useParams } from 'react-router'
import { formatError, isNotFound } from '../../../api/call-error.ts'
import { lazyStaffModule } from '../../../api/lazy-staff-module.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { useRequestedAction } from '../../../ui/dialogs/use-requested-action.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { MissingPage } from '../../../ui/page/message-page.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { type SessionUser, useSession } from '../../identity/session.ts'
import { SaveListButton } from '../../saved-lists/save-list-button.tsx'
import { orderHistoryQuery, refetchOrders } from '../list/orders-queries.ts'
import { CancelOrderDialog } from './cancel-order.tsx'
import { EditOrderForm } from './edit-order-form.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { formatAddressLine } from './format-order.ts'
import { OrderData, OrderTimeline } from './order-details.tsx'
import { listCustomerDocuments, OrderDocuments } from './order-documents.tsx'
import { OrderDrawing } from './order-drawing.tsx'
import { CancelLineDialog, isOnlyActiveLine, OrderLines } from './order-lines.tsx'
import { canOpenDialog, isActionAllowed, type OrderDialog } from './order-rules.ts'
import { OrderStatusPanel } from './order-status-panel.tsx'

/** An order with its history. Customers see their own orders, and staff see all orders. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const session = useSession()
  const { data, error, refetch } = useQuery(orderHistoryQuery(id))
  if (session.status !== 'signedIn') return <LoadingScreen />

  if (isNotFound(error)) {
    const link = session.user.admin
      ? { to: paths.manageOrders, name: 'All Orders' }
      : { to: paths.myOrders, name: 'My Orders' }
    return <MissingPage noun="Order" link={link} />
  }
  return (
    <>
      {error && (
        <div className="mb-5">
          <ErrorMessage text={formatError(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data &&
        (session.user.admin ? (
          <StaffOrderSheet key={id} {...data} viewer={session.user} />
        ) : (
          <OrderSheet key={id} {...data} viewer={session.user} />
        ))}
      {!data && !error && <LoadingScreen />}
    </>
  )
}

const loadStaffTools = lazyStaffModule(() => import('../staff/staff-order-tools.tsx'))

interface OrderSheetProps {
  order: OrderHistory
  clockOffsetMs: number
  viewer: SessionUser
  /** The tools of staff. Undefined for customers. */
  staffTools?: Awaited<ReturnType<typeof loadStaffTools>>
  hasNotesFirst?: boolean
}

/** Waits for the notes of an order with several lines, because existing notes are above the lines. */
function StaffOrderSheet(props: OrderSheetProps) {
  const staffTools = use(loadStaffTools())
  const hasSeveralLines = props.order.lines.length > 1
  const notes = staffTools.useNotes({ order: props.order._id })
  if (hasSeveralLines && !notes.isReady) return <LoadingScreen />
  return (
    <OrderSheet
      {...props}
      staffTools={staffTools}
      hasNotesFirst={hasSeveralLines && !notes.areEmpty}
    />
  )
}

/** The content of the order page. Staff also see notes and payments, and more actions and documents. */
function OrderSheet(props: OrderSheetProps) {
  const { order, clockOffsetMs, viewer, staffTools, hasNotesFirst = false } = props
  const headingId = useId()
  const confirmation = useConfirmation<OrderDialog>()
  const { item: openDialog, refusal, heading, dialog } = confirmation
  const hasSeveralLines = order.lines.length > 1
  // Notes that are added or deleted later do not move the section, which may have the focus.
  const [areNotesFirst] = useState(hasNotesFirst)
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const isOwn = order.email === viewer.email
  const isFoldable = hasSeveralLines && !staffTools
  const [isFolded, setFolded] = useState(isFoldable)
  const isEditable = isOwn && isActionAllowed(order, 'edit')
  useRequestedAction((action) => {
    if (action === 'note' && staffTools) staffTools.focusNewNote()
    else if (canOpenDialog(order, viewer, action)) confirmation.open(action)
    else
      confirmation.setRefusal(
        `This action isn’t possible. Order ${order.orderNumber}: ${order.stage}.`,
      )
  })

  /** Closes the form. Focuses the edit button, or the heading if the order was paid while the form was open. */
  function closeForm() {
    flushSync(() => setEditing(false))
    const target = editButton.current ?? heading.current
    target?.focus()
  }

  const timeline = <OrderTimeline order={order} customer={staffTools ? order.name : null} />
  const notes = staffTools && (
    <staffTools.StaffNotes
      subject={{ order: order._id }}
      isFormFolded={areNotesFirst}
      onChange={refetchOrders}
    />
  )
  const ordersLink = staffTools?.ordersLink ?? { to: paths.myOrders, name: 'My Orders' }

  return (
    <>
      <PageMetadata title={`Order ${order.orderNumber}: ${order.productName}`} />
      <ParentLink to={ordersLink.to}>{ordersLink.name}</ParentLink>
      <div className="dash-head">
        <h1 id={headingId} ref={heading} tabIndex={-1}>
          Order {order.orderNumber}
        </h1>
        <OrderStageBadge stage={order.stage} />
        <p className="basis-full min-w-0 wrap-anywhere text-[20px]">
          <PartName name={order.productName} />
          {staffTools && !hasSeveralLines && (
            <span className="secondary num block text-[16px]">{order.lines[0]?.sku}</span>
          )}
        </p>
      </div>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <div className={hasSeveralLines ? 'order order-of-lines' : 'order'}>
        <OrderStatusPanel
          order={order}
          clockOffsetMs={clockOffsetMs}
          isOwn={isOwn}
          describedBy={headingId}
          onOpenDialog={confirmation.open}
          onRefused={confirmation.setRefusal}
        >
          {staffTools && (
            <staffTools.StaffActions
              order={order}
              describedBy={headingId}
              onOpenDialog={confirmation.open}
            />
          )}
        </OrderStatusPanel>
        {!hasSeveralLines && <OrderDrawing order={order} />}
        <div className={isFolded ? 'order-facts is-folded' : 'order-facts'}>
          {isEditing ? (
            <EditOrderForm order={order} onClose={closeForm} />
          ) : (
            <OrderData order={order} isStaff={staffTools !== undefined} />
          )}
          <OrderDocuments
            order={order}
            documents={[
              ...listCustomerDocuments(order),
              ...(staffTools?.listStaffDocuments(order) ?? []),
            ]}
          />
          {isFoldable && !isEditing && (
            <button
              type="button"
              className="order-fold"
              aria-expanded={!isFolded}
              onClick={() => setFolded(!isFolded)}
            >
              {isFolded && (
                <span className="min-w-0 wrap-anywhere">
                  To {formatAddressLine(order.address)}
                  {order.reference && `, reference ${order.reference}`}
                </span>
              )}
              <span className="order-fold-label">
                {isFolded ? 'All details' : 'Fewer details'}
                <ChevronDown className="ic" aria-hidden="true" />
              </span>
            </button>
          )}
          {isOwn && !isEditing && (
            <div className="order-tools flex flex-wrap items-start gap-x-3 gap-y-2.5 mt-5">
              {isEditable && (
                <Button ref={editButton} small onClick={() => setEditing(true)}>
                  Edit Details
                </Button>
              )}
              <SaveListButton
                getLines={() => sumUpLines(order)}
                suggestedName={`Order ${order.orderNumber}`}
              />
            </div>
          )}
        </div>
        {areNotesFirst && notes}
        {hasSeveralLines && (
          <OrderLines
            order={order}
            onCancel={(line) => confirmation.open(isOnlyActiveLine(order, line) ? 'cancel' : line)}
          />
        )}
        {hasSeveralLines && timeline}
        {!areNotesFirst && notes}
      </div>
      {!hasSeveralLines && <div className="order-history">{timeline}</div>}
      {staffTools && <staffTools.PaymentsPanel orderId={order._id} />}
      {typeof openDialog === 'object' && openDialog && (
        <CancelLineDialog order={order} line={openDialog} {...dialog} />
      )}
      {openDialog === 'cancel' && (
        <CancelOrderDialog
          order={order}
          customer={staffTools ? order.name : undefined}
          {...dialog}
        />
      )}
      {staffTools && (
        <staffTools.StaffDialogs order={order} openDialog={openDialog} callbacks={dialog} />
      )}
      {openDialog === 'extend' && order.extendableTo && (
        <ExtendDialog order={order} extendedUntil={order.extendableTo} {...dialog} />
      )}
    </>
  )
}

/** Returns the quantities by part, without cancelled lines. */
function sumUpLines({ lines }: OrderHistory) {
  const quantities = new Map<string, number>()
  for (const { productId, quantity, cancelledQuantity } of lines)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity - cancelledQuantity)
  return Array.from(quantities, ([productId, quantity]) => ({ productId, quantity })).filter(
    ({ quantity }) => quantity > 0,
  )
}
