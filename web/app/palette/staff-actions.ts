import { orderStages } from '@freehub/contract/orders/order-filter-values'
import {
  Archive,
  Ban,
  CalendarArrowDown,
  CalendarDays,
  CalendarSearch,
  CirclePlus,
  Contact,
  FileDown,
  FileUp,
  FolderDown,
  Hourglass,
  ListOrdered,
  type LucideIcon,
  MapPin,
  MapPinPen,
  MessageSquareReply,
  NotebookPen,
  Package,
  PackageOpen,
  PhoneCall,
  SquarePen,
  Tags,
  Truck,
  Undo2,
  Warehouse,
} from 'lucide-react'
import { formatQueryString } from '../../api/lists/cursor-page.ts'
import { personQuery } from '../../features/users/users-queries.ts'
import { paths } from '../../paths.ts'
import { toActionPath } from '../../ui/dialogs/use-requested-action.ts'
import { toMonthTimes } from '../../ui/lists/date-filter.tsx'
import {
  type Actions,
  cancelOrder,
  createExport,
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

const exportMonth = (icon: LucideIcon, name: string, monthsAgo: number) =>
  createExport(icon, name, 'orders', () => {
    const filters = { ...toMonthTimes(monthsAgo), status: 'Any' }
    return `/api/orders/export.csv${formatQueryString(filters)}`
  })

/** The actions of staff. Customers' browsers do not load this file. */
export const staffActions: Actions = {
  plain: [
    {
      icon: PackageOpen,
      name: 'Orders to Ship',
      synonyms: 'paid open',
      to: `${paths.manageOrders}?status=Paid&sort=oldest`,
    },
    {
      icon: Hourglass,
      name: 'Unpaid Orders',
      synonyms: 'pending',
      to: `${paths.manageOrders}?status=Pending`,
    },
    { icon: CirclePlus, name: 'Add Product', synonyms: 'new create part', to: paths.addProduct },
    {
      icon: FileUp,
      name: 'Import CSV',
      synonyms: 'upload products parts prices stock',
      to: paths.importProducts,
    },
    createExport(FileDown, 'Export Orders', '', () => '/api/orders/export.csv?status=Any'),
    exportMonth(CalendarArrowDown, 'Export Last Month', 1),
    exportMonth(CalendarDays, 'Export This Month', 0),
    {
      icon: CalendarSearch,
      name: 'Export Orders By Date',
      synonyms: 'csv download month last 30 days',
      to: `${paths.manageOrders}?period=month`,
    },
    createExport(
      FolderDown,
      'Export Products',
      'parts prices stock',
      () => '/api/parts/export.csv',
    ),
    {
      icon: Archive,
      name: 'Archived Products',
      synonyms: 'restore deleted parts',
      to: `${paths.manageProducts}?status=archived`,
    },
    {
      icon: MessageSquareReply,
      name: 'Answer Reviews',
      synonyms: 'reply unanswered',
      to: `${paths.manageReviews}?show=unanswered`,
    },
    switchTheme,
    logOut,
  ],
  onTargets: [
    createOrderAction(
      Truck,
      'Ship Order…',
      'ship send dispatch',
      ['Paid'],
      openOrderDialog('ship'),
    ),
    createOrderAction(Undo2, 'Refund Order…', 'refund', ['Paid'], openOrderDialog('refund')),
    createOrderAction(
      MapPinPen,
      'Edit Delivery of…',
      'address delivery edit',
      ['Pending', 'Paid'],
      openOrderDialog('delivery'),
    ),
    cancelOrder,
    createOrderAction(
      Package,
      'Packing Slip for Order',
      'packing pack slip delivery',
      ['Paid', 'Shipped'],
      downloadDocument('packing-slip'),
    ),
    invoiceOfOrder,
    creditNoteOfOrder,
    createOrderAction(
      MapPin,
      'Tracking for Order…',
      'track tracking',
      ['Shipped'],
      openOrderDialog('track'),
    ),
    {
      kind: 'orders',
      icon: Contact,
      name: 'Open Customer',
      verbs: 'customer client',
      stages: orderStages,
      getLabel: ({ name }) => name,
      getOutcome: ({ email }) => ({ to: paths.person(email) }),
    },
    createOrderAction(NotebookPen, 'Add Note to', 'note', orderStages, openOrderDialog('note')),
    createPartAction(SquarePen, 'Edit Product', 'edit change', openPath(paths.editProduct)),
    createPartAction(Tags, 'Change Prices of', 'price prices change', ({ _id }) => ({
      to: `${paths.editProduct(_id)}#prices`,
    })),
    createPartAction(Warehouse, 'Stock of', 'stock inventory', openPath(paths.stock)),
    {
      kind: 'people',
      icon: Ban,
      name: 'Ban User…',
      verbs: 'ban block',
      getOutcome: ({ email }) => ({ to: toActionPath(paths.person(email), 'ban') }),
    },
    {
      kind: 'people',
      icon: PhoneCall,
      name: 'New Order for',
      verbs: 'new phone',
      getOutcome: ({ email }) => ({
        to: `${paths.newOrder}?${new URLSearchParams({ client: email })}`,
      }),
    },
    {
      kind: 'people',
      icon: ListOrdered,
      name: 'Orders of',
      verbs: 'orders',
      getOutcome: ({ email }) => ({
        to: `${paths.manageOrders}?${new URLSearchParams({ client: email })}`,
      }),
    },
  ],
}

/** The labels, paths and queries of results for staff. */
export const staffResults = {
  people: 'People',
  personPath: paths.person,
  personQuery,
  allOrdersPath: paths.manageOrders,
  archivedPath: (search: string) =>
    `${paths.manageProducts}?${new URLSearchParams({ search, status: 'archived' })}`,
}
