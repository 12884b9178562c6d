import '../../style/orders/cart.css'
import { SAVED_LISTS_MAXIMUM } from '@freehub/contract/limits'
import { formatCents, formatCount } from '@freehub/contract/money'
import type { ListedSavedList } from '@freehub/contract/saved-lists/saved-list-schemas'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { RowButton } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../ui/focused-error-message.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { DashboardHead } from '../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Day } from '../../ui/timestamp.tsx'
import { DeleteListDialog } from './delete-list-dialog.tsx'
import { ListToCartButton } from './list-to-cart-button.tsx'
import { NewListForm } from './new-list-form.tsx'
import { savedListsQuery } from './saved-lists-queries.ts'

export default function SavedListsPage() {
  const query = useQuery(savedListsQuery)
  const { item, refusal, setRefusal, heading, open, dialog } = useConfirmation<ListedSavedList>()
  const { data: lists } = query
  return (
    <div className="grid grid-cols-1 content-start gap-5.5">
      <DashboardHead title="Saved Lists" headingRef={heading}>
        {lists && lists.length > 0 && (
          <p className="secondary">
            {formatCount(lists.length)} of {SAVED_LISTS_MAXIMUM} lists
          </p>
        )}
      </DashboardHead>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <QueryState query={query} />
      {lists?.length === 0 && <NoLists />}
      {lists && lists.length > 0 && lists.length < SAVED_LISTS_MAXIMUM && <NewListForm />}
      <DataTable
        label="Saved lists"
        className="compact-records"
        rows={lists}
        getKey={({ _id }) => _id}
        columns={[
          {
            name: 'Name',
            className: 'wrap-anywhere',
            render: ({ _id, name }) => (
              <Link id={_id} to={paths.savedList(_id)}>
                {name}
              </Link>
            ),
          },
          { name: 'Lines', number: formatLineCount },
          { name: 'Pieces', number: ({ quantity }) => formatCount(quantity) },
          { name: 'Total', number: ({ totalCents }) => formatCents(totalCents) },
          {
            name: 'Changed',
            headClassName: 'max-[559px]:hidden',
            className: 'max-[559px]:hidden',
            render: ({ changedAt }) => <Day at={changedAt} />,
          },
          {
            name: 'Action',
            render: (list) => (
              <div className="actions">
                {list.lineCount > 0 && (
                  <ListToCartButton small list={list} onRefused={setRefusal} />
                )}
                <RowButton variant="danger" row={list.name} onClick={() => open(list)}>
                  Delete
                </RowButton>
              </div>
            ),
          },
        ]}
      />
      {item && <DeleteListDialog list={item} {...dialog} />}
    </div>
  )
}

/** Formats the number of lines. If some lines cannot be ordered, also states how many can: `1 of 3`. */
function formatLineCount({ lineCount, refusedCount }: ListedSavedList): string {
  const ordered = refusedCount > 0 ? `${formatCount(lineCount - refusedCount)} of ` : ''
  return ordered + formatCount(lineCount)
}

function NoLists() {
  return (
    <EmptyState
      text="You have no saved lists yet"
      details="Save your cart, the rows of the order pad or an order as a list, and order it again later."
    >
      <NewListForm variant="primary" />
      <Link className="btn btn-outline" to={paths.orderPad}>
        Order Pad
      </Link>
    </EmptyState>
  )
}
