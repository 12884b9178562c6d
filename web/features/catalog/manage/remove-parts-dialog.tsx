import type { DeletedPart, ManagedPart } from '@freehub/contract/catalog/parts'
import { pluralize } from '@freehub/contract/money'
import { isSessionRejected } from '../../../api/access/access-token.ts'
import { call } from '../../../api/call.ts'
import { CallError, ensureDone, formatError } from '../../../api/call-error.ts'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import { type Action, formatFailure } from '../../../ui/dialogs/use-action.ts'
import { refetchParts } from '../refetch-parts.ts'
import { removeCachedPart } from './managed-parts-queries.ts'

/** The reasons why parts were not archived or deleted as the dialog states, by part id. */
export type RemovalFailures = ReadonlyMap<string, string>

type RemovablePart = Pick<ManagedPart, '_id' | 'name' | 'sku' | 'isOrdered'>

interface RemovePartsDialogProps extends DialogCallbacks {
  /** The parts: either all were ordered, or none. */
  parts: RemovablePart[]
  /** Called before `onDone` or `onRefused`. */
  onSent?: (failures: RemovalFailures) => void
}

/** Archives parts that were ordered, and deletes other parts. The server makes the final decision. */
export function RemovePartsDialog({ parts, onSent, ...callbacks }: RemovePartsDialogProps) {
  const isSingle = parts.length === 1
  const subject = parts.map(nameProduct).join('\n')
  const action = removeParts(parts, onSent)
  return parts[0]?.isOrdered ? (
    <ActionDialog
      action={action}
      title={isSingle ? 'Archive this product?' : `Archive ${countProducts(parts.length)}?`}
      text={
        isSingle
          ? 'It leaves the shop, the search and all carts. You can restore it at any time.'
          : 'They leave the shop, the search and all carts. You can restore them at any time.'
      }
      note={
        isSingle
          ? 'It can’t be deleted, because it was ordered. Its orders, invoices, reviews, stock and image stay.'
          : 'They can’t be deleted, because they were ordered. Their orders, invoices, reviews, stock and images stay.'
      }
      subject={subject}
      confirmLabel="Archive"
      isHarmless
      {...callbacks}
    />
  ) : (
    <ActionDialog
      action={action}
      title="Are you sure to Delete.?"
      text={`Once you delete the ${isSingle ? 'product' : 'products'}, it can't be undone.`}
      subject={subject}
      confirmLabel="Delete"
      {...callbacks}
    />
  )
}

function removeParts(
  parts: RemovablePart[],
  onSent?: (failures: RemovalFailures) => void,
): Action<RemovalFailures> {
  const isArchival = parts[0]?.isOrdered
  const done = isArchival ? 'archived' : 'deleted'
  const singleToast = isArchival ? `Archived: ${parts[0]?.name}` : 'Deleted Successfully'
  return {
    send: () =>
      sendRemovals(parts, done, ({ _id }) =>
        ensureDone(() => call<DeletedPart>('DELETE', `/part/${encodeURIComponent(_id)}`), {
          deletedCount: 1,
        }),
      ),
    getRefusal: (failures) => formatFailures(parts, failures, done),
    toast: parts.length === 1 ? singleToast : `${countProducts(parts.length)} ${done}`,
    failure: '',
    updateCache(client, failures) {
      for (const { _id } of parts) if (!failures.has(_id)) removeCachedPart(client, _id)
      onSent?.(failures)
    },
    refetch: refetchParts,
  }
}

const ARCHIVED_INSTEAD =
  'This product was archived instead of deleted, because it has been ordered.'
const MAYBE_DONE = 'The product may have been '
const ALREADY_DELETED = 'This product was already deleted.'

/**
 * Removes parts one after another, and continues after a failure. After a failure of the network or the rejection of
 * the session, all other parts fail without a call.
 */
export async function sendRemovals<Part extends Pick<ManagedPart, '_id'>>(
  parts: Part[],
  done: string,
  remove: (part: Part) => Promise<DeletedPart>,
): Promise<RemovalFailures> {
  const failures = new Map<string, string>()
  let lastFailure: string | undefined
  for (const part of parts) {
    if (lastFailure) {
      failures.set(part._id, lastFailure)
      continue
    }
    try {
      const { deletedCount, archived } = await remove(part)
      if (deletedCount === 0) failures.set(part._id, ALREADY_DELETED)
      else if (archived && done === 'deleted') failures.set(part._id, ARCHIVED_INSTEAD)
    } catch (error) {
      const failure = `The product was not ${done}.`
      failures.set(part._id, formatFailure(failure, error as Error))
      const isOffline = error instanceof CallError && error.status === 0
      if (isOffline || isSessionRejected(error)) lastFailure = `${failure} ${formatError(error)}`
    }
  }
  return failures
}

/**
 * Returns the reason of a single part, or how many of several parts failed. Names the parts whose rows may leave the
 * list, because other rows show the reason. Empty if no part failed.
 */
export function formatFailures(
  parts: RemovablePart[],
  failures: RemovalFailures,
  done: string,
): string {
  const [reason = ''] = failures.values()
  if (parts.length === 1 || failures.size === 0) return reason
  const list = (reason: string, format: (count: number) => string) => {
    const names = parts.filter(({ _id }) => failures.get(_id) === reason).map(nameProduct)
    return names.length > 0 ? ` ${format(names.length)}: ${names.join(', ')}.` : ''
  }
  const isUnknown = [...failures.values()].some((text) => text.startsWith(MAYBE_DONE))
  const areNot = failures.size === 1 ? 'was not' : 'were not'
  return [
    `${failures.size} of ${countProducts(parts.length)} ${isUnknown ? 'may not have been' : areNot} ${done}.`,
    list(
      ARCHIVED_INSTEAD,
      (count) =>
        `${pluralize(count, 'product was', 'products were')} archived instead of deleted, because ${count === 1 ? 'it has' : 'they have'} been ordered`,
    ),
    list(
      ALREADY_DELETED,
      (count) => `${pluralize(count, 'product was', 'products were')} already deleted`,
    ),
  ].join('')
}

const nameProduct = ({ name, sku }: RemovablePart) => (sku ? `${name} (${sku})` : name)

const countProducts = (count: number) => pluralize(count, 'product', 'products')
