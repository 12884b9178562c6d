import { formatCount, pluralize } from '@freehub/contract/money'
import type { ListedOrder, Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { formatQueryString, toFirstPage } from '../../../api/lists/cursor-page.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { findNextId } from '../../../ui/lists/find-next-id.ts'
import { ListScreen } from '../../../ui/lists/list-screen.tsx'
import { SelectionBar } from '../../../ui/lists/selection.tsx'
import { readLatestParams, useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { useSelection } from '../../../ui/lists/use-selection.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { useSession } from '../../identity/session.ts'
import { CancelOrderDialog } from '../order/cancel-order.tsx'
import { OrderPanel } from '../staff/order-panel.tsx'
import { PackingSlipsButton } from '../staff/packing-slips-button.tsx'
import { SavedFilters } from '../staff/saved-filters.tsx'
import { ShipOrderDialog } from '../staff/ship-order.tsx'
import { ShipOrdersDialog } from '../staff/ship-orders-dialog.tsx'
import { getActionCellId, ManagedOrdersTable } from './managed-orders-table.tsx'
import { formatTotalPrice } from './order-cells.tsx'
import { parseStaffOrderFilters } from './order-filters.ts'
import { NoOrders, OrderTools } from './order-tools.tsx'
import { ordersPageQuery } from './orders-queries.ts'
import { useListKeys } from './use-list-keys.ts'

const CALL = { path: '/allOrders' } as const
/** Matches windows in which an open order is beside or above the list. In narrower windows it has its own page. */
const PANEL_QUERY = '(min-width: 48rem)'

/** The orders of all customers for staff, who search, filter, sort, export, ship, pack and cancel them. */
export default function ManageOrdersPage() {
  const session = useSession()
  const listFilters = useListFilters(parseStaffOrderFilters)
  const { filters } = listFilters
  const list = useQuery(ordersPageQuery<ListedOrder>(CALL, filters))
  const orders = list.data?.rows ?? []
  const cancellation = useConfirmation<Order>()
  const { item: orderToCancel, setRefusal } = cancellation
  const selection = useSelection(orders.map(({ _id }) => _id))
  const selectedOrders = orders.filter(({ _id }) => selection.isSelected(_id))
  const shippableOrders = selectedOrders.filter(({ isShippable }) => isShippable)
  const [ordersToShip, setOrdersToShip] = useState<ListedOrder[]>([])
  const [orderToShip, setOrderToShip] = useState<ListedOrder>()
  const { openId, open, close } = useOpenOrder()
  const tableBox = useRef<HTMLDivElement>(null)
  const keys = useListKeys(tableBox, {
    onToggle: selection.toggle,
    onShip: (id) =>
      startShipping(
        selectedOrders.length > 0
          ? shippableOrders
          : orders.filter(({ _id, isShippable }) => _id === id && isShippable),
      ),
    onMove: (id) => openId && open(id),
    onClose: closeOrder,
  })

  function startShipping(targets: ListedOrder[]) {
    setRefusal('')
    // A toast leaves the focus at the order from which the keys continue.
    if (targets.length === 0)
      void showToast(
        selectedOrders.length > 0
          ? 'None of the selected orders can be shipped.'
          : 'Select paid orders that are not shipped yet.',
        'error',
      )
    if (targets.length === 1) setOrderToShip(targets[0])
    else setOrdersToShip(targets)
  }

  function finishShipping(refusal: string) {
    flushSync(() => setOrdersToShip([]))
    // After a failure, the orders stay selected, to ship the remaining ones.
    if (!refusal) selection.clear()
    setRefusal(refusal)
    focusAfterShipping(ordersToShip)
  }

  function finishShipment(order: Order, refusal = '') {
    flushSync(() => setOrderToShip(undefined))
    setRefusal(refusal)
    focusAfterShipping([order])
  }

  /** Focuses the last order's action cell. In the tab Paid, which loses the shipped orders, focuses the next order. */
  function focusAfterShipping(shipped: Order[]) {
    const nextId = findNextId(
      orders.map(({ _id }) => _id),
      shipped.map(({ _id }) => _id),
    )
    const lastShipped = shipped.at(-1)
    const targetId =
      filters.status === 'Paid' ? `order-${nextId}` : lastShipped && getActionCellId(lastShipped)
    const target = document.getElementById(targetId ?? '')
    if (target) target.focus()
    else cancellation.heading.current?.focus({ preventScroll: true })
  }

  function closeOrder() {
    // The user may press Escape before React has rendered the order that was opened last.
    const latestId = readLatestParams().get('open')
    if (!latestId) return
    close()
    document.getElementById(`order-${latestId}`)?.focus()
  }

  return (
    <div className={openId ? 'orders-split' : undefined}>
      <div ref={tableBox}>
        <ListScreen
          title="Manage All Orders"
          nouns={['order', 'orders']}
          list={list}
          filters={filters}
          confirmation={cancellation}
          head={
            <div className="actions ml-auto">
              <Link className="btn btn-sm" to={paths.newOrder}>
                New Order
              </Link>
              <KeyHelp {...keys} />
            </div>
          }
          tools={
            <OrderTools call={CALL} exportPath="/api/orders/export.csv" {...listFilters}>
              {session.status === 'signedIn' && (
                <SavedFilters
                  email={session.user.email}
                  query={formatQueryString(toFirstPage(filters))}
                  heading={cancellation.heading}
                />
              )}
            </OrderTools>
          }
          empty={<NoOrders call={CALL} filters={filters} />}
          emptyPageText="There are no more orders on this page."
        >
          {(orders, isStale) => (
            <ManagedOrdersTable
              orders={orders}
              isStale={isStale}
              selection={selection}
              openId={openId}
              onOpen={open}
              onShip={(order) => {
                setRefusal('')
                setOrderToShip(order)
              }}
              onCancel={cancellation.open}
            />
          )}
        </ListScreen>
        <SelectionBar
          selection={selection}
          summary={formatSelection(selectedOrders, shippableOrders)}
        >
          <Button
            variant="primary"
            small
            aria-disabled={shippableOrders.length === 0}
            onClick={() => startShipping(shippableOrders)}
          >
            Ship {pluralize(shippableOrders.length, 'Order', 'Orders')}
          </Button>
          <PackingSlipsButton orders={selectedOrders} setRefusal={setRefusal} />
        </SelectionBar>
      </div>
      {openId && (
        <OrderPanel
          id={openId}
          listedIds={orders.map(({ _id }) => _id)}
          listHeading={cancellation.heading}
          onOpen={(id) => {
            open(id)
            document
              .getElementById(`order-${id}`)
              ?.closest('tr')
              ?.scrollIntoView({ block: 'nearest' })
          }}
          onClose={closeOrder}
        />
      )}
      {ordersToShip.length > 0 && (
        <ShipOrdersDialog
          orders={ordersToShip}
          onClose={() => setOrdersToShip([])}
          onDone={finishShipping}
        />
      )}
      {orderToShip && (
        <ShipOrderDialog
          order={orderToShip}
          onDone={() => {
            selection.select(selection.selectedIds.filter((id) => id !== orderToShip._id))
            finishShipment(orderToShip)
          }}
          onRefused={(refusal) => finishShipment(orderToShip, refusal)}
          onClose={() => setOrderToShip(undefined)}
        />
      )}
      {orderToCancel && (
        <CancelOrderDialog
          order={orderToCancel}
          customer={orderToCancel.name}
          {...cancellation.dialog}
        />
      )}
    </div>
  )
}

/** Formats how many selected orders can ship: `12 selected, 3 can ship ($1,261.40)`. */
function formatSelection(selected: Order[], shippable: Order[]): string {
  const canShip =
    shippable.length > 0
      ? `${formatCount(shippable.length)} can ship (${formatTotalPrice(shippable)})`
      : 'none can ship'
  return `${formatCount(selected.length)} selected, ${canShip}`
}

/** Opens an order in a panel, with its id in the URL. In a narrow window, opens the page of the order instead. */
function useOpenOrder() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const openId = params.get('open')

  // The link of an open order may come from a wider window.
  useEffect(() => {
    if (openId && !matchMedia(PANEL_QUERY).matches)
      void navigate(paths.order(openId), { replace: true })
  }, [openId, navigate])

  function show(id: string | null) {
    const changed = readLatestParams()
    const isOpen = changed.has('open')
    if (id) changed.set('open', id)
    else changed.delete('open')
    setParams(changed, {
      replace: isOpen,
      state: { ...preventScrollReset, firstRow: state?.firstRow },
    })
  }

  return {
    openId,
    open: (id: string) => {
      if (matchMedia(PANEL_QUERY).matches) show(id)
      else void navigate(paths.order(id))
    },
    close: () => show(null),
  }
}

/** A button that opens the list of keys, like the key `?`. In the list, the user can turn the keys off. */
function KeyHelp({ helpId, areKeysOff, setKeysOff }: ReturnType<typeof useListKeys>) {
  return (
    <>
      <Button small className="key-help-button" popoverTarget={helpId}>
        Shortcuts
      </Button>
      <div id={helpId} className="key-help" popover="auto">
        <dl className="grid gap-2 mb-4">
          {KEY_TEXTS.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <label className="inline-flex items-center gap-2">
          <input type="checkbox" checked={!areKeysOff} onChange={() => setKeysOff(!areKeysOff)} />
          Use these keys
        </label>
      </div>
    </>
  )
}

const KEY_TEXTS = [
  ['j', 'Next order'],
  ['k', 'Previous order'],
  ['x', 'Select'],
  ['Enter', 'Open'],
  ['s', 'Ship'],
  ['Esc', 'Close'],
  ['?', 'Show shortcuts'],
] as const
