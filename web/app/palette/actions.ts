import type { OrderStage } from '@freehub/contract/orders/orders'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import type { QueryClient } from '@tanstack/react-query'
import type { CopiedLinesState } from '../../features/cart/copied-lines-notice.tsx'
import { saveReturnPath } from '../../features/identity/return-path.ts'
import { downloadOrderDocument } from '../../features/orders/order/download-document.ts'
import { copyOrderToCart } from '../../features/orders/purchase/order-again-button.tsx'
import { paths } from '../../paths.ts'
import { requestAction } from '../../ui/dialogs/use-requested-action.ts'
import { toggleTheme } from '../navigation/top-bar.tsx'

/** The data and functions that an action uses when it runs. */
interface ActionContext {
  client: QueryClient
  navigate: (to: string, state?: CopiedLinesState) => void
  signOut: () => Promise<void>
}

/** The effect of choosing a row: a path opens, a function runs, or a text replaces the query. */
export type Outcome =
  | { to: string }
  | { run: (context: ActionContext) => unknown; toast?: string }
  | { fill: string }

/** An action without a target. */
type PlainAction = { name: string; synonyms?: string } & Outcome

export type OrderTarget = Pick<PaletteResults['orders'][number], '_id' | 'orderNumber' | 'stage'>
type PartTarget = Pick<PaletteResults['parts'][number], '_id' | 'name'>
export type PersonTarget = Pick<PaletteResults['people'][number], 'email'>

interface BaseTargetAction {
  /**
   * The name, which precedes the name of the target. Ends with `…` if a dialog asks for
   * confirmation.
   */
  name: string
  /** The words that users may type for the action. */
  verbs: string
}

interface OrderAction extends BaseTargetAction {
  kind: 'orders'
  stages: OrderStage[]
  getOutcome: (order: OrderTarget) => Outcome
}

interface PartAction extends BaseTargetAction {
  kind: 'parts'
  getOutcome: (part: PartTarget) => Outcome
}

interface PersonAction extends BaseTargetAction {
  kind: 'people'
  getOutcome: (person: PersonTarget) => Outcome
}

/** An action on an order, a part or a user. */
export type TargetAction = OrderAction | PartAction | PersonAction

export interface Actions {
  plain: PlainAction[]
  onTargets: TargetAction[]
}

export const openPath =
  (getPath: (id: string) => string) =>
  ({ _id }: { _id: string }) => ({
    to: getPath(_id),
  })

/** Opens the order's page with the dialog of the action. */
export const openOrderDialog =
  (action: string) =>
  ({ _id }: OrderTarget) => ({
    to: requestAction(paths.order(_id), action),
  })

/** Downloads a document of the order. */
export const downloadFile =
  (kind: string) =>
  ({ _id }: OrderTarget) => ({
    run: () => downloadOrderDocument(_id, kind),
    toast: 'Downloading …',
  })

const copyToCart = (order: OrderTarget) => ({
  run: async ({ client, navigate }: ActionContext) =>
    navigate(paths.cart, await copyOrderToCart(client, order)),
})

/** Opens the login. Afterwards the user returns to this screen. */
function logIn({ navigate }: ActionContext) {
  saveReturnPath(location.pathname + location.search)
  navigate(paths.login)
}

const buyPart = { kind: 'parts', name: 'Buy', verbs: 'buy purchase book' } as const
const switchTheme = {
  name: 'Switch Between Light and Dark',
  synonyms: 'theme mode appearance',
  run: toggleTheme,
}

export const cancelOrder: OrderAction = {
  kind: 'orders',
  name: 'Cancel Order…',
  verbs: 'cancel void',
  stages: ['Pending'],
  getOutcome: openOrderDialog('cancel'),
}
export const invoiceOfOrder: OrderAction = {
  kind: 'orders',
  name: 'Invoice of',
  verbs: 'invoice bill',
  stages: ['Paid', 'Shipped', 'Refunded'],
  getOutcome: downloadFile('invoice'),
}
export const creditNoteOfOrder: OrderAction = {
  kind: 'orders',
  name: 'Credit Note of',
  verbs: 'credit note',
  stages: ['Refunded'],
  getOutcome: downloadFile('credit-note'),
}

export const visitorActions: Actions = {
  plain: [
    { name: 'Log In', synonyms: 'login sign up account', run: logIn },
    { name: 'Track Or Pay An Order', synonyms: 'my orders again invoices', to: paths.myOrders },
    { name: 'Order Pad', synonyms: 'paste list numbers quick', to: paths.orderPad },
    switchTheme,
  ],
  onTargets: [{ ...buyPart, getOutcome: openPath(paths.purchase) }],
}

export const customerActions: Actions = {
  plain: [
    { name: 'Orders To Pay', synonyms: 'unpaid pending', to: `${paths.myOrders}?status=Pending` },
    {
      name: 'Track Shipped Orders',
      synonyms: 'delivery parcel',
      to: `${paths.myOrders}?status=Shipped`,
    },
    { name: 'My Invoices', synonyms: 'bills documents', to: paths.myOrders },
    { name: 'Change Profile', synonyms: 'address phone', to: paths.profileUpdate },
    switchTheme,
    { name: 'Log Out', synonyms: 'logout sign', run: ({ signOut }) => signOut() },
  ],
  onTargets: [
    {
      kind: 'orders',
      name: 'Pay Order',
      verbs: 'pay',
      stages: ['Pending'],
      getOutcome: openPath(paths.payment),
    },
    {
      kind: 'orders',
      name: 'Track Order',
      verbs: 'track tracking where status',
      stages: ['Shipped'],
      getOutcome: openPath(paths.order),
    },
    {
      kind: 'orders',
      name: 'Order Again',
      verbs: 'again reorder repeat',
      stages: ['Paid', 'Shipped', 'Cancelled', 'Refunded'],
      getOutcome: copyToCart,
    },
    invoiceOfOrder,
    creditNoteOfOrder,
    {
      kind: 'orders',
      name: 'Extend Reservation of…',
      verbs: 'extend',
      stages: ['Pending'],
      getOutcome: openOrderDialog('extend'),
    },
    cancelOrder,
    { ...buyPart, getOutcome: openPath(paths.purchase) },
  ],
}
