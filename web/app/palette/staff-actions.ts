import { formatQueryString } from '../../api/cursor-page.ts'
import { paths } from '../../paths.ts'
import { toActionPath } from '../../ui/dialogs/use-requested-action.ts'
import { toMonthTimes } from '../../ui/lists/date-filter.tsx'
import { downloadList } from '../../ui/lists/export-button.tsx'
import {
  type Actions,
  cancelOrder,
  createOrderAction,
  createPartAction,
  creditNoteOfOrder,
  downloadDocument,
  invoiceOfOrder,
  logOut,
  openOrderDialog,
  openPath,
  switchTheme,
} from './actions.ts'

const exportMonth = (name: string, monthsAgo: number): Actions['plain'][number] => ({
  name,
  synonyms: 'csv download orders',
  run: () => {
    const filters = { ...toMonthTimes(monthsAgo), status: 'Any' }
    return downloadList(`/api/orders/export.csv${formatQueryString(filters)}`)
  },
  toast: 'Exporting …',
})

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
      run: () => downloadList('/api/orders/export.csv?status=Any'),
      toast: 'Exporting …',
    },
    exportMonth('Export Last Month', 1),
    exportMonth('Export This Month', 0),
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
    switchTheme,
    logOut,
  ],
  onTargets: [
    createOrderAction('Ship Order…', 'ship send dispatch', ['Paid'], openOrderDialog('ship')),
    createOrderAction('Refund Order…', 'refund', ['Paid'], openOrderDialog('refund')),
    cancelOrder,
    createOrderAction(
      'Packing Slip of',
      'packing pack slip delivery',
      ['Paid', 'Shipped'],
      downloadDocument('packing-slip'),
    ),
    invoiceOfOrder,
    creditNoteOfOrder,
    createOrderAction('Tracking of…', 'track tracking', ['Shipped'], openOrderDialog('track')),
    createPartAction('Edit Product', 'edit change', openPath(paths.editProduct)),
    createPartAction('Change Prices of', 'price prices change', openPath(paths.editProduct)),
    createPartAction('Stock of', 'stock inventory', openPath(paths.stock)),
    {
      kind: 'people',
      name: 'Ban User…',
      verbs: 'ban block',
      getOutcome: ({ email }) => ({ to: toActionPath(paths.person(email), 'ban') }),
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
      getOutcome: ({ email }) => ({
        to: `${paths.manageOrders}?search=${encodeURIComponent(email)}`,
      }),
    },
  ],
}

/** The labels and paths of search results for staff. */
export const staffResults = {
  people: 'People',
  personPath: paths.person,
  allOrdersPath: paths.manageOrders,
  archivedPath: (search: string) =>
    `${paths.manageProducts}?${new URLSearchParams({ search, status: 'archived' })}`,
}
