import { isSoldOut, toTerms } from '@freehub/contract/catalog/parts'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import type { OrderStage } from '@freehub/contract/orders/orders'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import type { QueryClient } from '@tanstack/react-query'
import {
  CalendarClock,
  CircleX,
  ClipboardList,
  CreditCard,
  FileDown,
  FileMinus,
  Files,
  LogIn,
  LogOut,
  type LucideIcon,
  MapPin,
  PackageSearch,
  ReceiptText,
  RotateCcw,
  ShoppingBag,
  ShoppingCart,
  SunMoon,
  Truck,
  UserPen,
  Wallet,
} from 'lucide-react'
import { addAndReport } from '../../features/cart/add-to-cart-button.tsx'
import type { CopiedLinesState } from '../../features/cart/copied-lines-message.tsx'
import { partDetailsQuery, partQuery } from '../../features/catalog/part/part-queries.ts'
import { saveReturnPath } from '../../features/identity/return-path.ts'
import { downloadOrderDocument } from '../../features/orders/order/download-document.ts'
import { copyOrderToCart } from '../../features/orders/purchase/order-again-button.tsx'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { toActionPath } from '../../ui/dialogs/use-requested-action.ts'
import { downloadList } from '../../ui/lists/export-button.tsx'
import { toggleTheme } from '../navigation/top-bar.tsx'

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
type PlainAction = { icon: LucideIcon; name: string; synonyms?: string } & Outcome

export type OrderTarget = Pick<
  PaletteResults['orders'][number],
  '_id' | 'orderNumber' | 'stage' | 'name' | 'email'
>
type PartTarget = Pick<PaletteResults['parts'][number], '_id' | 'name'>
type PersonTarget = Pick<PaletteResults['people'][number], 'email'>

interface BaseTargetAction {
  icon: LucideIcon
  /** The name, which precedes the name of the target. Ends with `…` if the action opens a dialog. */
  name: string
  /** The words that users may type for the action, separated by spaces. */
  verbs: string
}

interface OrderAction extends BaseTargetAction {
  kind: 'orders'
  stages: readonly OrderStage[]
  /** The text after the name. By default the number of the order. */
  getLabel?: (order: OrderTarget) => string
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

export type TargetAction = OrderAction | PartAction | PersonAction

export interface Actions {
  plain: PlainAction[]
  onTargets: TargetAction[]
}

/** Opens a page of the target. */
export const openPath =
  (getPath: (id: string) => string) =>
  ({ _id }: { _id: string }) => ({
    to: getPath(_id),
  })

/** Opens the order's page with the dialog of the action. */
export const openOrderDialog =
  (action: string) =>
  ({ _id }: OrderTarget) => ({
    to: toActionPath(paths.order(_id), action),
  })

export const downloadDocument =
  (kind: string) =>
  ({ _id }: OrderTarget) => ({
    run: () => downloadOrderDocument(_id, kind),
    toast: 'Downloading …',
  })

const copyToCart = (order: OrderTarget) => ({
  run: async ({ client, navigate }: ActionContext) =>
    navigate(paths.cart, await copyOrderToCart(client, order)),
})

/** Adds the smallest quantity of a part that can be ordered to the cart. Shows a toast with the result. */
async function addPartToCart(
  { client, navigate }: ActionContext,
  { _id, name }: PartTarget,
): Promise<void> {
  const [part, details] = await Promise.all([
    client.fetchQuery(partQuery(_id)),
    client.fetchQuery(partDetailsQuery(_id)),
  ])
  if (!part) return showToast('This part is no longer sold.', 'error')
  if (isSoldOut(part)) return showToast(`${name} is out of stock.`, 'error')
  const quantity = roundUpQuantity(toTerms(part, details), 0)
  await addAndReport({ productId: _id, name, quantity }, () => navigate(paths.cart))
}

/** Opens the login page. Afterwards the user returns to this screen. */
function logIn({ navigate }: ActionContext) {
  saveReturnPath(location.pathname + location.search)
  navigate(paths.login)
}

export const switchTheme = {
  icon: SunMoon,
  name: 'Switch Between Light and Dark',
  synonyms: 'theme mode appearance',
  run: toggleTheme,
}
export const logOut: PlainAction = {
  icon: LogOut,
  name: 'Logout',
  synonyms: 'log out sign',
  run: ({ signOut }) => signOut(),
}

/** Creates an action that is possible for orders in these stages. */
export const createOrderAction = (
  icon: LucideIcon,
  name: string,
  verbs: string,
  stages: readonly OrderStage[],
  getOutcome: OrderAction['getOutcome'],
): OrderAction => ({ kind: 'orders', icon, name, verbs, stages, getOutcome })

/** Creates an action for parts. */
export const createPartAction = (
  icon: LucideIcon,
  name: string,
  verbs: string,
  getOutcome: PartAction['getOutcome'],
): PartAction => ({ kind: 'parts', icon, name, verbs, getOutcome })

/** Creates an action that downloads a list as CSV. Calls `getPath` when the action runs. */
export const createExport = (
  icon: LucideIcon,
  name: string,
  synonyms: string,
  getPath: () => string,
): PlainAction => ({
  icon,
  name,
  synonyms: `csv download ${synonyms}`,
  run: () => downloadList(getPath()),
  toast: 'Exporting …',
})

const buyPart = createPartAction(ShoppingBag, 'Buy', 'buy purchase book', openPath(paths.purchase))
const addPart = createPartAction(ShoppingCart, 'Add to Cart', 'add cart', (part) => ({
  run: (context) => addPartToCart(context, part),
}))
export const cancelOrder = createOrderAction(
  CircleX,
  'Cancel Order…',
  'cancel void',
  ['Pending'],
  openOrderDialog('cancel'),
)
export const invoiceOfOrder = createOrderAction(
  ReceiptText,
  'Invoice for Order',
  'invoice bill',
  ['Paid', 'Shipped', 'Refunded'],
  downloadDocument('invoice'),
)
export const creditNoteOfOrder = createOrderAction(
  FileMinus,
  'Credit Note for Order',
  'credit note',
  ['Refunded'],
  downloadDocument('credit-note'),
)

export const visitorActions: Actions = {
  plain: [
    { icon: LogIn, name: 'Login', synonyms: 'log in sign up account', run: logIn },
    {
      icon: PackageSearch,
      name: 'Track or Pay an Order',
      synonyms: 'my orders again invoices',
      to: paths.myOrders,
    },
    {
      icon: ClipboardList,
      name: 'Order Pad',
      synonyms: 'paste list numbers quick',
      to: paths.orderPad,
    },
    switchTheme,
  ],
  onTargets: [addPart, buyPart],
}

export const customerActions: Actions = {
  plain: [
    {
      icon: Wallet,
      name: 'Orders to Pay',
      synonyms: 'unpaid pending',
      to: `${paths.myOrders}?status=Pending`,
    },
    {
      icon: Truck,
      name: 'Track Shipped Orders',
      synonyms: 'delivery parcel',
      to: `${paths.myOrders}?status=Shipped`,
    },
    { icon: Files, name: 'My Invoices', synonyms: 'bills documents', to: paths.myOrders },
    createExport(FileDown, 'Export My Orders', '', () => '/api/orders/mine.csv?status=Any'),
    { icon: UserPen, name: 'Change Profile', synonyms: 'address phone', to: paths.profileUpdate },
    switchTheme,
    logOut,
  ],
  onTargets: [
    createOrderAction(CreditCard, 'Pay Order', 'pay', ['Pending'], openPath(paths.payment)),
    createOrderAction(
      MapPin,
      'Track Order',
      'track tracking where status',
      ['Shipped'],
      openPath(paths.order),
    ),
    createOrderAction(
      RotateCcw,
      'Order Again',
      'again reorder repeat',
      ['Paid', 'Shipped', 'Cancelled', 'Refunded'],
      copyToCart,
    ),
    invoiceOfOrder,
    creditNoteOfOrder,
    createOrderAction(
      CalendarClock,
      'Extend Reservation of…',
      'extend',
      ['Pending'],
      openOrderDialog('extend'),
    ),
    cancelOrder,
    addPart,
    buyPart,
  ],
}
