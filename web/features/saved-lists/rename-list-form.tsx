import { LIST_NAME_LENGTH } from '@freehub/contract/limits'
import type { SavedListEntry } from '@freehub/contract/order-pad/order-pad'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { useCreate } from '../../api/use-create.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { changeSavedList, LISTS_QUERY_KEY } from './saved-lists-queries.ts'

interface RenameListFormProps {
  list: Pick<SavedListEntry, '_id' | 'name'>
  onClose: () => void
}

export function RenameListForm({ list, onClose }: RenameListFormProps) {
  const client = useQueryClient()
  const [name, setName] = useState(list.name)
  const [hasNoName, setHasNoName] = useState(false)
  const { mutate, isPending, error } = useCreate({
    send: (body: { name: string }, headers) =>
      changeSavedList(list._id, body, headers['Idempotency-Key']),
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })
  return (
    <form
      className="rename-list"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setHasNoName(name.trim() === '')
        if (name.trim() !== '') mutate({ name: name.trim() })
      }}
    >
      <Field
        autoFocus
        label="Name of the list"
        autoComplete="off"
        maxLength={LIST_NAME_LENGTH}
        value={name}
        error={hasNoName ? 'Enter a name.' : error ? formatError(error) : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <div className="act">
        <SubmitButton busy={isPending} busyLabel="Saving …">
          Save name
        </SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
