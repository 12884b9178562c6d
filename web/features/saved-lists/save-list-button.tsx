import { LIST_NAME_LENGTH } from '@freehub/contract/limits'
import type { NewSavedList, SavedListEntry } from '@freehub/contract/order-pad/order-pad'
import { useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { useCreate } from '../../api/use-create.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { addSavedList, LISTS_QUERY_KEY } from './saved-lists-queries.ts'

interface SaveListButtonProps {
  /** The parts and quantities to save, each part once. */
  getLines: () => NewSavedList['lines']
  suggestedName?: string
}

/** "Save as list": asks for a name and saves the lines. A link leads to the saved list. */
export function SaveListButton({ getLines, suggestedName = '' }: SaveListButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<SavedListEntry>()
  const button = useRef<HTMLButtonElement>(null)

  function close(entry?: SavedListEntry) {
    setOpen(false)
    setSaved(entry)
    requestAnimationFrame(() => button.current?.focus())
  }

  if (isOpen)
    return <SaveListForm getLines={getLines} suggestedName={suggestedName} onClose={close} />
  return (
    <div className="save-list">
      <Button ref={button} small onClick={() => setOpen(true)}>
        <ListPlus aria-hidden="true" />
        Save as list
      </Button>
      <p role="status">
        {saved && (
          <>
            Saved as <Link to={paths.savedList(saved._id)}>{saved.name}</Link>.
          </>
        )}
      </p>
    </div>
  )
}

interface SaveListFormProps extends Required<SaveListButtonProps> {
  onClose: (saved?: SavedListEntry) => void
}

function SaveListForm({ getLines, suggestedName, onClose }: SaveListFormProps) {
  const client = useQueryClient()
  const [name, setName] = useState(suggestedName)
  const [hasNoName, setHasNoName] = useState(false)
  const { mutate, isPending, error } = useCreate({
    send: addSavedList,
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setHasNoName(name.trim() === '')
    if (name.trim() !== '') mutate({ name: name.trim(), lines: getLines() })
  }

  return (
    <form className="save-list" noValidate onSubmit={submit}>
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
          Save list
        </SubmitButton>
        <Button onClick={() => onClose()}>Cancel</Button>
      </div>
    </form>
  )
}
