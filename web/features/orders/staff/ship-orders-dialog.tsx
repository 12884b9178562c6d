import { TRACKING_NUMBER_LENGTH } from '@freehub/contract/limits'
import { formatCount, pluralize } from '@freehub/contract/money'
import type { ListedOrder, Order } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, useRef, useState } from 'react'
import { isSessionRejected } from '../../../api/access/access-token.ts'
import { CallError } from '../../../api/call-error.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { formatFailure } from '../../../ui/dialogs/use-action.ts'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { refetchOrders, updateListedOrder } from '../list/orders-queries.ts'
import {
  readCarrier,
  readUnsentNumber,
  rememberCarrier,
  StaffNotesLink,
  saveUnsentNumber,
  sendShipment,
} from './ship-order.tsx'
import { CarrierField } from './tracking-dialog.tsx'

interface ShipOrdersDialogProps {
  /** The orders, sorted as in the list. */
  orders: ListedOrder[]
  onClose: () => void
  /** `refusal`: the orders that were not shipped, with the reasons. */
  onDone: (refusal: string) => void
}

/**
 * Ships orders one after another, with one carrier and a tracking number for each order. The user
 * can paste a column of tracking numbers, or a table that also has order numbers.
 */
export function ShipOrdersDialog({ orders, onClose, onDone }: ShipOrdersDialogProps) {
  const [carrier, setCarrier] = useState(readCarrier)
  const [numbers, setNumbers] = useState<string[]>(() =>
    orders.map(({ _id }) => readUnsentNumber(_id)),
  )
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useRef<HTMLFieldSetElement>(null)
  const { ship, shippedCount } = useShipOrders(orders, onDone)
  const isCarrierMissing = carrier.trim() === '' && numbers.some((number) => number.trim() !== '')

  function submit() {
    setSubmitCount(submitCount + 1)
    if (!isCarrierMissing) ship(carrier.trim(), numbers)
  }

  /** Moves to the next empty field, because a scanner sends Enter. Submits if this field is empty or no empty field follows. */
  function enter(index: number) {
    const next = numbers.findIndex((number, other) => other > index && number.trim() === '')
    if (next < 0 || numbers[index]?.trim() === '') submit()
    else fields.current?.querySelectorAll('input')[next]?.focus()
  }

  function paste(event: ClipboardEvent, index: number) {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n\t]/.test(text.trim())) return
    event.preventDefault()
    setNumbers(
      pasteColumn(
        orders.map(({ orderNumber }) => orderNumber),
        numbers,
        index,
        text,
      ),
    )
  }

  return (
    <ConfirmDialog
      title={`Ship ${pluralize(orders.length, 'order', 'orders')}?`}
      text="Stock is reduced and the customers are notified by email."
      confirmLabel={
        shippedCount === undefined
          ? `Ship ${pluralize(orders.length, 'Order', 'Orders')}`
          : `Shipping ${shippedCount + 1} of ${orders.length} …`
      }
      isHarmless
      focusesField
      submitCount={submitCount}
      busy={shippedCount !== undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <CarrierField
        hint="Optional"
        value={carrier}
        error={submitCount > 0 && isCarrierMissing ? 'Enter a carrier.' : undefined}
        onKeyDown={onEnter(submit)}
        onChange={({ target }) => setCarrier(target.value)}
      />
      <fieldset ref={fields} className="ship-orders grid mb-6">
        <legend className="mb-2 text-label">
          <b className="font-semibold">Tracking numbers</b>{' '}
          <span className="ml-1.5 text-ink-2">Optional</span>
          <span className="secondary block">
            Paste a column, or a table with order numbers, into any field.
          </span>
        </legend>
        {orders.map((order, index) => (
          <label
            className="grid items-center gap-x-3 py-2 border-t border-t-rule max-sm:gap-y-0 sm:grid-cols-[minmax(0,1fr)_280px]"
            key={order._id}
          >
            <span>
              <b className="num">{order.orderNumber}</b>{' '}
              <span className="secondary ml-1 text-small">{order.name}</span>
            </span>
            <input
              className="input max-sm:order-1 max-sm:mt-1.5 sm:row-span-2"
              autoComplete="off"
              placeholder="Tracking number"
              aria-label={`Tracking number of order ${order.orderNumber}`}
              aria-describedby={`content-${order._id}`}
              maxLength={TRACKING_NUMBER_LENGTH}
              value={numbers[index]}
              onPaste={(event) => paste(event, index)}
              onKeyDown={onEnter(() => enter(index))}
              onChange={({ target }) => setNumbers(numbers.with(index, target.value))}
            />
            <span className="secondary text-small" id={`content-${order._id}`}>
              {preventBreaks(formatContent(order))}{' '}
              <span className="block">to {order.address}</span>
              {order.note && (
                <b className="block text-ink wrap-anywhere whitespace-pre-line">
                  Note: {order.note}
                </b>
              )}
              <StaffNotesLink order={order} />
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}

/** Formats what is in an order's parcel: `320 × Holm chain`, or `12 lines, 480 pieces`. */
export function formatContent({
  lineCount,
  quantity,
  productName,
}: Pick<Order, 'lineCount' | 'quantity' | 'productName'>): string {
  return lineCount > 1
    ? `${pluralize(lineCount, 'line', 'lines')}, ${pluralize(quantity, 'piece', 'pieces')}`
    : `${formatCount(quantity)} × ${productName}`
}

/** Ships one order at a time, and continues after a refusal. */
function useShipOrders(orders: Order[], onDone: (refusal: string) => void) {
  const client = useQueryClient()
  const [shippedCount, setShippedCount] = useState<number>()
  const isShipping = useRef(false)

  async function ship(carrier: string, numbers: string[]) {
    if (isShipping.current) return
    isShipping.current = true
    rememberCarrier(carrier)
    // If the server cannot be reached, the other orders are not sent, but the dialog offers their numbers again.
    for (const [index, { _id }] of orders.entries())
      saveUnsentNumber(_id, numbers[index]?.trim() ?? '')
    const { shipped, refusals } = await shipOrders(orders, async ({ _id, orderNumber }, index) => {
      setShippedCount(index)
      const trackingNumber = numbers[index]?.trim() ?? ''
      const refusal = await sendShipment(orderNumber, _id, { carrier, trackingNumber })
      updateListedOrder(client, _id, { stage: 'Shipped', isShippable: false })
      return refusal
    })
    if (shipped > 0) void showToast(`${pluralize(shipped, 'order', 'orders')} shipped`)
    void refetchOrders(client)
    onDone(refusals.join(' '))
  }

  return { ship: (...args: Parameters<typeof ship>) => void ship(...args), shippedCount }
}

/**
 * Ships orders with `ship`, and continues after a refusal. Stops if the server is unreachable or rejects the session.
 */
export async function shipOrders<Target extends Pick<Order, 'orderNumber'>>(
  orders: Target[],
  ship: (order: Target, index: number) => Promise<string>,
) {
  const refusals: string[] = []
  let shipped = 0
  for (const [index, order] of orders.entries()) {
    try {
      const refusal = await ship(order, index)
      if (refusal) refusals.push(refusal)
      else shipped += 1
    } catch (error) {
      refusals.push(formatFailure(`${order.orderNumber} was not shipped.`, error as Error))
      const rest = orders.length - index - 1
      const isOffline = error instanceof CallError && error.status === 0
      if ((isOffline || isSessionRejected(error)) && rest > 0) {
        refusals.push(`${pluralize(rest, 'more order was', 'more orders were')} not shipped.`)
        break
      }
    }
  }
  return { shipped, refusals }
}

const ORDER_NUMBER = /^FH-\d+$/i

/**
 * Replaces tracking numbers by a pasted text. A row with an order number sets the tracking number of this order. If there
 * is no such row, the last filled cells of the rows replace the values from `fromIndex` on.
 */
export function pasteColumn(
  orderNumbers: string[],
  values: string[],
  fromIndex: number,
  text: string,
): string[] {
  const rows = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  const byOrder = new Map(
    rows.flatMap((cells) => {
      const orderNumber = cells.find((cell) => ORDER_NUMBER.test(cell))
      const value = cells.findLast((cell) => cell !== '' && cell !== orderNumber) ?? ''
      return orderNumber ? [[orderNumber.toUpperCase(), value] as const] : []
    }),
  )
  return values.map((value, index) => {
    if (byOrder.size > 0) return byOrder.get(orderNumbers[index] ?? '') ?? value
    const row = rows[index - fromIndex]
    return row ? (row.findLast((cell) => cell !== '') ?? '') : value
  })
}
