import { pluralize } from '@freehub/contract/money'
import type { ListedOrder, Order, Tracking } from '@freehub/contract/orders/orders'
import { Link } from 'react-router'
import { readSignedInEmail } from '../../../api/access/signed-in-email.ts'
import { call } from '../../../api/call.ts'
import { type CallError, sendAgainIfUnknown } from '../../../api/call-error.ts'
import { readStored, store } from '../../../api/use-stored.ts'
import { paths } from '../../../paths.ts'
import type { DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { clearDraft, readDraft, saveDraft } from '../../../ui/forms/form-draft.ts'
import { refetchOrders, updateListedOrder } from '../list/orders-queries.ts'
import { type NamedOrder, nameOrder } from '../order/format-order.ts'
import { TrackingForm } from './tracking-dialog.tsx'

interface ShipOrderDialogProps extends DialogCallbacks {
  order: Pick<Order, 'name' | 'quantity' | 'address'> & NamedOrder & NotedOrder & { note: string }
}

/** Asks for carrier and tracking number, and ships the order. */
export function ShipOrderDialog({ order, ...callbacks }: ShipOrderDialogProps) {
  const subject = [
    nameOrder(order, order.name),
    `${pluralize(order.quantity, 'piece', 'pieces')} to ${order.address}`,
    ...(order.note ? [`Note: ${order.note}`] : []),
  ].join('\n')
  return (
    <TrackingForm
      action={shipOrder(order._id)}
      title="Ship this order?"
      text={
        <>
          <StaffNotesLink order={order} />
          Stock is reduced and the customer is notified by email.
        </>
      }
      subject={subject}
      confirmLabel="Ship Order"
      busyLabel="Shipping …"
      initialValues={{ carrier: readCarrier(), trackingNumber: readUnsentNumber(order._id) }}
      {...callbacks}
    />
  )
}

/** The page of an order and the panel show the notes, and their orders have no `noteCount`. */
type NotedOrder = Pick<Order, '_id'> & Partial<Pick<ListedOrder, 'noteCount'>>

/** States the number of staff notes. The link opens a new tab, so that the dialog keeps its tracking numbers. */
export function StaffNotesLink({ order: { _id, noteCount = 0 } }: { order: NotedOrder }) {
  if (noteCount === 0) return null
  return (
    <Link className="block w-fit font-semibold" to={paths.order(_id)} target="_blank">
      {pluralize(noteCount, 'staff note', 'staff notes')}
    </Link>
  )
}

/**
 * Ships an order, and removes its unsent tracking number. Returns a message if the order was already shipped, else an
 * empty text. The text is also empty if a first attempt without a response may have shipped the order. `order` is the
 * name of the order in the message. A repeat is safe, because the server ships once.
 */
export async function sendShipment(
  order: string,
  orderId: string,
  body: Tracking,
): Promise<string> {
  const path = `/shipped/${encodeURIComponent(orderId)}`
  let mayBeShipped = false
  const { modifiedCount } = await sendAgainIfUnknown(() =>
    call<{ modifiedCount: number }>('PATCH', path, { body }).catch((error: CallError) => {
      // 503 means that nothing was shipped, unless the database failed during the commit.
      mayBeShipped = error.status !== 503
      throw error
    }),
  )
  clearDraft(readSignedInEmail(), getDraftName(orderId))
  if (modifiedCount > 0 || mayBeShipped) return ''
  const { trackingNumber } = body
  const advice = trackingNumber ? ` Check that its tracking number is ${trackingNumber}.` : ''
  return `${order} was already shipped.${advice}`
}

const getDraftName = (orderId: string) => `tracking:${orderId}`

/** Saves the tracking number of an order until the order is shipped. After a failure, the dialog offers it again. */
export const saveUnsentNumber = (orderId: string, trackingNumber: string) =>
  saveDraft(readSignedInEmail(), getDraftName(orderId), { trackingNumber })

/** Returns the tracking number that was entered for an order that could not be shipped. */
export const readUnsentNumber = (orderId: string) =>
  readDraft(readSignedInEmail(), getDraftName(orderId), { trackingNumber: '' }).trackingNumber

const CARRIER_KEY = 'carrier'

/** Returns the carrier of the last shipment from this browser, or an empty text. */
export const readCarrier = () => readStored(CARRIER_KEY, '')
export const rememberCarrier = (carrier: string) => store(CARRIER_KEY, carrier)

/** Ships a paid order. Carrier and tracking number are optional. */
const shipOrder = (orderId: string): Action<string, Tracking> => ({
  send: (body) => {
    rememberCarrier(body.carrier)
    saveUnsentNumber(orderId, body.trackingNumber ?? '')
    return sendShipment('This order', orderId, body)
  },
  getRefusal: (reason) => reason,
  toast: 'Status Changed successfully',
  failure: 'The order was not shipped.',
  updateCache: (client) =>
    updateListedOrder(client, orderId, { stage: 'Shipped', isShippable: false }),
  refetch: refetchOrders,
})
