import { useStore } from '../api/use-store.ts'
import '../style/orders/cart.css'
import { formatCents } from '@freehub/contract/money'
import type { SavedList, SavedListEntry } from '@freehub/contract/saved-lists/saved-list-schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams } from 'react-router'
import { isNotFound } from '../api/call-error.ts'
import { useCreate } from '../api/use-create.ts'
import { CartProblems } from '../features/cart/cart-problems.tsx'
import { focusInvalidInput } from '../features/cart/cart-row.tsx'
import { CartRows } from '../features/cart/cart-rows.tsx'
import { formatCartSize } from '../features/cart/format-cart-size.ts'
import { SaveError } from '../features/cart/save-error.tsx'
import { CartSavings } from '../features/cart/savings/cart-savings.tsx'
import { useCartEditor } from '../features/cart/use-cart-editor.ts'
import { DeleteListDialog } from '../features/saved-lists/delete-list-dialog.tsx'
import { ListNameForm } from '../features/saved-lists/list-name-form.tsx'
import { ListToCartButton } from '../features/saved-lists/list-to-cart-button.tsx'
import {
  changeSavedList,
  LISTS_QUERY_KEY,
  savedListQuery,
} from '../features/saved-lists/saved-lists-queries.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { FocusedErrorMessage } from '../ui/focused-error-message.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { ParentLink } from '../ui/page/dashboard-head.tsx'
import { MissingPage } from '../ui/page/message-page.tsx'
import { PageMetadata } from '../ui/page/page-metadata.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useDoubleClickGuard } from '../ui/use-double-click-guard.ts'
import { AddToListForm } from './add-to-list-form.tsx'

/** A saved list with the current prices and stock of its lines. Changes are saved automatically. */
export default function SavedListPage() {
  const { id = '' } = useParams()
  const query = useQuery(savedListQuery(id))
  if (isNotFound(query.error))
    return <MissingPage noun="List" link={{ to: paths.savedLists, name: 'Saved Lists' }} />
  return (
    <>
      <ParentLink to={paths.savedLists}>Saved Lists</ParentLink>
      <QueryState query={query} />
      {query.data && <ListEditor key={id} list={query.data} />}
    </>
  )
}

function ListEditor({ list }: { list: SavedList }) {
  const { _id, name } = list
  const navigate = useNavigate()
  const [isRenaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState('')
  const source = useMemo(
    () => ({
      query: savedListQuery(_id),
      save: (changes: NonNullable<Parameters<typeof changeSavedList>[1]['changes']>, key: string) =>
        changeSavedList(_id, { changes }, key),
    }),
    [_id],
  )
  const editor = useCartEditor(list, source)
  const ids = useStore(editor, editor.getIds)
  const { lineCount, quantity, totalCents, refusedCount } = useStore(editor, editor.getTotals)

  /** Closes the form. If the focus was in the form, the button takes it. */
  function closeRenaming() {
    flushSync(() => setRenaming(false))
    if (document.activeElement === document.body) renameButton.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-6" onClickCapture={useDoubleClickGuard()}>
      <PageMetadata title={name} />
      {isRenaming ? (
        <RenameListForm list={list} onClose={closeRenaming} />
      ) : (
        <div className="dash-head">
          <h1 className="wrap-anywhere">{name}</h1>
          <div className="actions">
            <Button ref={renameButton} small onClick={() => setRenaming(true)}>
              Rename
            </Button>
          </div>
        </div>
      )}
      {refusal && <FocusedErrorMessage text={refusal} />}
      <SaveError editor={editor} />
      <CartProblems editor={editor} />
      <AddToListForm listId={_id} editor={editor} />
      {ids.length > 0 ? (
        <CartRows ids={ids} editor={editor} name="the list" />
      ) : (
        <EmptyState text="This list is empty" />
      )}
      {lineCount > 0 && (
        <section className="totals cart-totals list-totals" aria-label="Total">
          <p className="totals-count">
            {formatCartSize(lineCount, quantity, lineCount - refusedCount)}
          </p>
          <CartSavings editor={editor} />
          <output className="cart-sum">
            <span>Total</span> <b>{formatCents(totalCents)}</b>
          </output>
          <ListToCartButton
            list={list}
            saveFirst={async () => !focusInvalidInput(editor) && editor.saveAllLines()}
            onRefused={setRefusal}
          />
        </section>
      )}
      <Button
        small
        variant="danger"
        className="justify-self-start print:hidden"
        onClick={() => setDeleting(true)}
      >
        Delete List
      </Button>
      {isDeleting && (
        <DeleteListDialog
          list={{ _id, name, lineCount }}
          onClose={() => setDeleting(false)}
          onRefused={(reason) => {
            setDeleting(false)
            setRefusal(reason)
          }}
          onDone={() => void navigate(paths.savedLists, { replace: true })}
        />
      )}
    </div>
  )
}

interface RenameListFormProps {
  list: Pick<SavedListEntry, '_id' | 'name'>
  onClose: () => void
}

function RenameListForm({ list, onClose }: RenameListFormProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useCreate({
    send: (body: { name: string }, headers) =>
      changeSavedList(list._id, body, headers['Idempotency-Key']),
    hasKeyPerPayload: true,
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })
  return (
    <ListNameForm
      className="grid gap-3 max-w-120"
      initialName={list.name}
      submitLabel="Save Name"
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ name })}
      onClose={onClose}
    />
  )
}
