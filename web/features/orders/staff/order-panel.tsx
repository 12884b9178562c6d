import { formatCents } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import {
  type RefObject,
  Suspense,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { lazyStaffModule } from '../../../api/lazy-staff-module.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { useNotes } from '../../notes/staff-notes.tsx'
import { orderHistoryQuery, refetchOrders } from '../list/orders-queries.ts'
import { CancelOrderDialog } from '../order/cancel-order.tsx'
import { formatStage } from '../order/format-order.ts'
import { ClientData, OrderTimeline, OrderTotal } from '../order/order-details.tsx'
import { listCustomerDocuments, OrderDocuments } from '../order/order-documents.tsx'
import { isActionAllowed, type OrderDialog } from '../order/order-rules.ts'

/** Loads the tools of staff, in a separate chunk that the order's page also loads. */
const loadStaffTools = lazyStaffModule(() => import('./staff-order-tools.tsx'))

interface OrderPanelProps {
  id: string
  /** The ids of the orders on the current page of the list. */
  listedIds: string[]
  /** The heading of the list. It gets the focus of the closed panel if the order is not listed. */
  listHeading: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  onClose: () => void
}

/** Matches windows in which the panel is beside the list. In narrower windows it covers a part of the list. */
const BESIDE_QUERY = '(min-width: 84rem)'

/** An open order: its state, notes, actions, lines, client, documents and history. */
export function OrderPanel({ id, listedIds, listHeading, onOpen, onClose }: OrderPanelProps) {
  const query = useQuery(orderHistoryQuery(id))
  const notes = useNotes({ order: id })
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  usePanelFocus(panel, listHeading, id)
  return (
    <aside ref={panel} className="order-panel" aria-labelledby={headingId} tabIndex={-1}>
      <div className="order-panel-head flex items-center gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={headingId} className="num whitespace-nowrap">
            <Link to={paths.order(id)}>{query.data?.order.orderNumber ?? 'Order'}</Link>
          </h2>
          {query.data && <OrderStageBadge stage={query.data.order.stage} />}
        </div>
        <div className="flex gap-1 ml-auto">
          <Neighbours {...{ id, listedIds, onOpen }} />
          <Button className="btn-icon" small aria-label="Close the order" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
      </div>
      <QueryState query={query} />
      <Suspense fallback={<LoadingScreen />}>
        {query.data && notes.isReady && (
          <OrderSummary
            key={id}
            order={query.data.order}
            hasNotes={!notes.areEmpty}
            headingId={headingId}
          />
        )}
      </Suspense>
    </aside>
  )
}

/** Buttons that open the previous and the next order of the list. */
function Neighbours({
  id,
  listedIds,
  onOpen,
}: Pick<OrderPanelProps, 'id' | 'listedIds' | 'onOpen'>) {
  const index = listedIds.indexOf(id)
  const [previousId, nextId] = index < 0 ? [] : [listedIds[index - 1], listedIds[index + 1]]
  return [
    { name: 'Previous order', Icon: ChevronUp, target: previousId },
    { name: 'Next order', Icon: ChevronDown, target: nextId },
  ].map(({ name, Icon, target }) => (
    <Button
      key={name}
      className="btn-icon"
      small
      title={name}
      aria-label={name}
      aria-disabled={!target}
      onClick={() => target && onOpen(target)}
    >
      <Icon className="ic" aria-hidden="true" />
    </Button>
  ))
}

/**
 * Focuses the panel if it covers the list. If a panel with the focus closes, focuses the row of the order, else the
 * heading of the list.
 */
function usePanelFocus(
  panel: RefObject<HTMLElement | null>,
  listHeading: RefObject<HTMLElement | null>,
  id: string,
): void {
  const shownId = useRef(id)
  useEffect(() => {
    shownId.current = id
    // The button that opens the next order keeps the focus.
    const hasFocus = panel.current?.contains(document.activeElement)
    if (!hasFocus && !matchMedia(BESIDE_QUERY).matches)
      panel.current?.focus({ preventScroll: true })
  }, [id, panel])
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const row = document.getElementById(`order-${shownId.current}`)
      if (row) row.focus()
      else listHeading.current?.focus({ preventScroll: true })
    }
  }, [panel, listHeading])
}

interface OrderSummaryProps {
  order: OrderHistory
  hasNotes: boolean
  headingId: string
}

function OrderSummary({ order, hasNotes, headingId }: OrderSummaryProps) {
  const { item: openDialog, open, refusal, heading, dialog } = useConfirmation<OrderDialog>()
  const { listStaffDocuments, StaffActions, StaffDialogs, StaffNotes } = use(loadStaffTools())
  // Notes that are added or deleted later do not move the section, which may have the focus.
  const [areNotesFirst] = useState(hasNotes)
  const notes = <StaffNotes subject={{ order: order._id }} isFormFolded onChange={refetchOrders} />
  return (
    <>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <p ref={heading} tabIndex={-1} className="font-medium text-[18px]">
        {formatStage(order)}
      </p>
      {areNotesFirst && notes}
      <div className="actions">
        <StaffActions order={order} describedBy={headingId} onOpenDialog={open} />
        {isActionAllowed(order, 'cancel') && (
          <Button variant="danger" onClick={() => open('cancel')}>
            Cancel Order
          </Button>
        )}
      </div>
      <ul className="border-t border-t-rule">
        {order.lines
          .filter(({ cancelledQuantity }) => cancelledQuantity === 0)
          .map(({ line, quantity, name, sku, unitPriceCents }) => (
            <li
              className="grid grid-cols-[64px_minmax(0,1fr)] gap-3 px-0 py-2.5 border-b border-b-rule"
              key={line}
            >
              <b className="num">{quantity} ×</b>
              <span className="grid wrap-anywhere">
                <span>
                  <PartName name={name} />
                </span>
                <span className="secondary num">
                  {sku && `${sku}, `}
                  {formatCents(unitPriceCents)} each
                </span>
              </span>
            </li>
          ))}
      </ul>
      <OrderTotal order={order} />
      <ClientData order={order} />
      <OrderDocuments
        order={order}
        documents={[...listCustomerDocuments(order), ...listStaffDocuments(order)]}
      />
      {!areNotesFirst && notes}
      <OrderTimeline order={order} customer={order.name} />
      <StaffDialogs order={order} openDialog={openDialog} callbacks={dialog} />
      {openDialog === 'cancel' && (
        <CancelOrderDialog order={order} customer={order.name} {...dialog} />
      )}
    </>
  )
}
