import { pluralize } from '@freehub/contract/money'
import type { SavedListEntry } from '@freehub/contract/saved-lists/saved-list-schemas'
import { ActionDialog, type DialogCallbacks } from '../../ui/dialogs/action-dialog.tsx'
import { deleteSavedList, LISTS_QUERY_KEY } from './saved-lists-queries.ts'

interface DeleteListDialogProps extends DialogCallbacks {
  list: Pick<SavedListEntry, '_id' | 'name' | 'lineCount'>
}

export function DeleteListDialog({ list, ...callbacks }: DeleteListDialogProps) {
  return (
    <ActionDialog
      title="Delete this list?"
      text={`“${list.name}” has ${pluralize(list.lineCount, 'line', 'lines')}. Your cart and your orders stay as they are.`}
      confirmLabel="Delete List"
      action={{
        send: () => deleteSavedList(list._id),
        toast: `List deleted: ${list.name}`,
        failure: 'The list was not deleted.',
        refetch: (client) => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
      }}
      {...callbacks}
    />
  )
}
