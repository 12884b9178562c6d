import type { SavedListEntry } from '@freehub/contract/saved-lists/saved-lists'
import { useQueryClient } from '@tanstack/react-query'
import { useCreate } from '../../api/use-create.ts'
import { ListNameForm } from './list-name-form.tsx'
import { changeSavedList, LISTS_QUERY_KEY } from './saved-lists-queries.ts'

interface RenameListFormProps {
  list: Pick<SavedListEntry, '_id' | 'name'>
  onClose: () => void
}

export function RenameListForm({ list, onClose }: RenameListFormProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useCreate({
    send: (body: { name: string }, headers) =>
      changeSavedList(list._id, body, headers['Idempotency-Key']),
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })
  return (
    <ListNameForm
      className="rename-list"
      initialName={list.name}
      submitLabel="Save name"
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ name })}
      onClose={onClose}
    />
  )
}
