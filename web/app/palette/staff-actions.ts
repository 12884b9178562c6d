import { paths } from '../../paths.ts'
import { requestAction } from '../../ui/dialogs/use-requested-action.ts'
import { downloadList } from '../../ui/lists/export-button.tsx'
import { toggleTheme } from '../navigation/top-bar.tsx'
import {
  type Actions,
  cancelOrder,
  creditNoteOfOrder,
  downloadFile,
  invoiceOfOrder,
  openOrderDialog,
  openPath,
  type PersonTarget,
} from './actions.ts'

/** The actions of staff. Customers' browsers do not load this file. */
export const staffActions: Actions = {
  plain: [
    {
      name: 'Orders To Ship',
      synonyms: 'paid open',
      to: `${paths.manageOrders}?status=Paid&sort=oldest`,
    },
    { name: 'Unpaid Orders', synonyms: 'pending', to: `${paths.manageOrders}?status=Pending` },
    { name: 'Add Product', synonyms: 'new create part', to: paths.addProduct },
    {
      name: 'Import CSV',
      synonyms: 'upload products parts prices stock',
      to: paths.importProducts,
    },
    {
      name: 'Export Orders',
      synonyms: 'csv download',
      run: () => downloadList('/api/orders/export.csv'),
      toast: 'Exporting …',
    },
    {
      name: 'Export Orders By Date',
      synonyms: 'csv download month last 30 days',
      to: `${paths.manageOrders}?period=month`,
    },
    {
      name: 'Export Products',
      synonyms: 'csv download parts prices stock',
      run: () => downloadList('/api/parts/export.csv'),
      toast: 'Exporting …',
    },
    {
      name: 'Archived Products',
      synonyms: 'restore deleted parts',
      to: `${paths.manageProducts}?status=archived`,
    },
    {
      name: 'Answer Reviews',
      synonyms: 'reply unanswered',
      to: `${paths.manageReviews}?show=unanswered`,
    },
    { name: 'Switch Between Light and Dark', synonyms: 'theme mode appearance', run: toggleTheme },
    { name: 'Log Out', synonyms: 'logout sign', run: ({ signOut }) => signOut() },
  ],
  onTargets: [
    {
      kind: 'orders',
      name: 'Ship Order…',
      verbs: 'ship send dispatch',
      stages: ['Paid'],
      getOutcome: openOrderDialog('ship'),
    },
    {
      kind: 'orders',
      name: 'Refund Order…',
      verbs: 'refund',
      stages: ['Paid'],
      getOutcome: openOrderDialog('refund'),
    },
    cancelOrder,
    {
      kind: 'orders',
      name: 'Packing Slip of',
      verbs: 'packing pack slip delivery',
      stages: ['Paid', 'Shipped'],
      getOutcome: downloadFile('packing-slip'),
    },
    invoiceOfOrder,
    creditNoteOfOrder,
    {
      kind: 'orders',
      name: 'Tracking of…',
      verbs: 'track tracking',
      stages: ['Shipped'],
      getOutcome: openOrderDialog('track'),
    },
    {
      kind: 'parts',
      name: 'Edit Product',
      verbs: 'edit change',
      getOutcome: openPath(paths.editProduct),
    },
    {
      kind: 'parts',
      name: 'Change Prices of',
      verbs: 'price prices change',
      getOutcome: openPath(paths.editProduct),
    },
    {
      kind: 'parts',
      name: 'Stock of',
      verbs: 'stock inventory',
      getOutcome: openPath(paths.stock),
    },
    {
      kind: 'people',
      name: 'Ban User…',
      verbs: 'ban block',
      getOutcome: ({ email }) => ({ to: requestAction(paths.person(email), 'ban') }),
    },
    {
      kind: 'people',
      name: 'New Order For',
      verbs: 'new phone',
      getOutcome: ({ email }) => ({
        to: `${paths.newOrder}?${new URLSearchParams({ client: email })}`,
      }),
    },
    {
      kind: 'people',
      name: 'Orders of',
      verbs: 'orders',
      getOutcome: ({ email }: PersonTarget) => ({
        to: `${paths.manageOrders}?search=${encodeURIComponent(email)}`,
      }),
    },
  ],
}

/** The labels and paths of search results for staff. */
export const staffResults = {
  people: 'People',
  personPath: paths.person,
  allOrders: paths.manageOrders,
  archivedPath: (search: string) =>
    `${paths.manageProducts}?${new URLSearchParams({ search, status: 'archived' })}`,
}
