import { OWN_NUMBERS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import type { OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { flattenPages, formatRowCount } from '../../../api/lists/paged-list.ts'
import { paths } from '../../../paths.ts'
import { Button, RowButton } from '../../../ui/button.tsx'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { Day } from '../../../ui/timestamp.tsx'
import { useSession } from '../../identity/session.ts'
import {
  ImportNumbersButton,
  NumberImportResult,
  useNumberImport,
} from './import-numbers-button.tsx'
import { OwnNumberForm } from './own-number-form.tsx'
import { deleteOwnNumber, OWN_NUMBERS_QUERY_KEY, ownNumbersQuery } from './own-numbers-queries.ts'

/** The customer's own numbers, by which the order pad finds parts. */
export default function OwnNumbersPage() {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  const [search, setSearch] = useState('')
  const [numberToChange, setNumberToChange] = useState<OwnNumber>()
  const [isFormOpen, setFormOpen] = useState(false)
  const list = useInfiniteQuery(ownNumbersQuery(search))
  const confirmation = useConfirmation<OwnNumber>()
  const { item, refusal, heading, open, dialog } = confirmation
  const form = useRef<HTMLElement>(null)
  const numberImport = useNumberImport()
  const loaded = list.data && flattenPages(list.data.pages)
  const isEmpty = loaded?.rows.length === 0 && search === ''

  function change(number: OwnNumber) {
    flushSync(() => setNumberToChange(number))
    focusForm()
  }

  function openForm() {
    flushSync(() => setFormOpen(true))
    focusForm()
  }

  const focusForm = () => form.current?.querySelector('input')?.focus()

  /** Ends the change of a number. After a late response, the form may contain another number, which stays. */
  function close(number: OwnNumber | undefined) {
    flushSync(() => setNumberToChange((current) => (current === number ? undefined : current)))
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <DashboardHead title="My Part Numbers" headingRef={heading}>
        {loaded && !isEmpty && (
          <p className="secondary">{formatRowCount(loaded, 'number', 'numbers')}</p>
        )}
      </DashboardHead>
      <p className="max-w-[44em] text-ink-2">
        Numbers that you use for our parts. The <Link to={paths.orderPad}>order pad</Link> finds
        parts by them. At most {formatCount(OWN_NUMBERS_MAXIMUM)}.
      </p>
      {!isFormOpen && !numberToChange && (
        <Button
          variant={isEmpty ? 'primary' : 'outline'}
          className="justify-self-start min-[560px]:hidden"
          onClick={openForm}
        >
          Add a Number
        </Button>
      )}
      <section
        ref={form}
        className={isFormOpen || numberToChange ? undefined : 'max-[559px]:hidden'}
        aria-label={numberToChange ? 'Change a number' : 'Add a number'}
      >
        <OwnNumberForm
          key={numberToChange?._id}
          numberToChange={numberToChange}
          email={email}
          onClose={() => close(numberToChange)}
        />
      </section>
      {refusal && <FocusedErrorMessage text={refusal} />}
      {!isEmpty && (
        <div className="tools own-numbers-tools flex flex-wrap items-center gap-3 m-0 pt-6 border-t border-t-rule">
          <div className="basis-full sm:basis-60 grow max-w-105">
            <SearchField
              label="Search your numbers"
              placeholder="Your number begins with …"
              search={search}
              onSearch={setSearch}
            />
          </div>
          <ImportNumbersButton numberImport={numberImport} className="btn-sm sm:ml-auto" />
          <ExportButton path="/api/own-numbers/export.csv">Export</ExportButton>
        </div>
      )}
      <NumberImportResult numberImport={numberImport} />
      <PagedRows
        noun="numbers"
        loaded={loaded}
        list={list}
        empty={
          <NoNumbers search={search}>
            <ImportNumbersButton numberImport={numberImport} className="" />
          </NoNumbers>
        }
      >
        {(numbers) => (
          <DataTable
            label="Your numbers"
            className="compact-records"
            rows={numbers}
            getKey={({ _id }) => _id}
            columns={[
              {
                name: 'Your number',
                className: 'wrap-anywhere',
                render: ({ code, sku }) => (
                  <>
                    {code}
                    {sku && <span className="min-[560px]:hidden"> = {sku}</span>}
                  </>
                ),
              },
              { name: 'Part', render: (number) => <NumberedPart number={number} /> },
              {
                name: 'Saved',
                headClassName: 'max-[559px]:hidden',
                className: 'max-[559px]:hidden',
                render: ({ changedAt }) => <Day at={changedAt} />,
              },
              {
                name: 'Action',
                render: (number) => (
                  <div className="actions">
                    <RowButton
                      className="btn-quiet"
                      row={number.code}
                      onClick={() => change(number)}
                    >
                      Edit
                    </RowButton>
                    <RowButton variant="danger" row={number.code} onClick={() => open(number)}>
                      Delete
                    </RowButton>
                  </div>
                ),
              },
            ]}
          />
        )}
      </PagedRows>
      {item && (
        <ActionDialog
          title="Delete this number?"
          text={`The order pad will no longer find ${item.name} by “${item.code}”.`}
          confirmLabel="Delete Number"
          action={{
            send: () => deleteOwnNumber(item.code),
            toast: `Number deleted: ${item.code}`,
            failure: 'The number was not deleted.',
            refetch: (client) => void client.invalidateQueries({ queryKey: OWN_NUMBERS_QUERY_KEY }),
          }}
          {...dialog}
        />
      )}
    </div>
  )
}

function NumberedPart({ number }: { number: OwnNumber }) {
  const { productId, name, sku, isOnSale } = number
  return (
    <div className="order-link">
      {isOnSale ? (
        <Link to={paths.part(productId)}>
          <PartName name={name} />
        </Link>
      ) : (
        <PartName name={name} />
      )}
      {isOnSale ? (
        <span className="secondary max-[559px]:hidden">{sku}</span>
      ) : (
        <span className="secondary">No longer sold</span>
      )}
    </div>
  )
}

function NoNumbers({ search, children }: { search: string; children: ReactNode }) {
  if (search !== '') return <EmptyState text={`None of your numbers begins with “${search}”.`} />
  return (
    <EmptyState
      text="You have no saved part numbers yet"
      details="Add one above, import a file with your numbers and ours, or choose a part on the order pad and press “Remember … as My Number”."
    >
      {children}
      <Link className="btn btn-outline" to={paths.orderPad}>
        Order Pad
      </Link>
    </EmptyState>
  )
}
