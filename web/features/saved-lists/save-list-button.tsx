import type { NewSavedList, SavedListEntry } from '@freehub/contract/saved-lists/saved-list-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { useCreate } from '../../api/use-create.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ListNameForm } from './list-name-form.tsx'
import { addSavedList, LISTS_QUERY_KEY } from './saved-lists-queries.ts'

interface SaveListButtonProps {
  /** Returns the parts and quantities to save, without repeated parts. Undefined if the user has to correct one first. */
  getLines: () => NewSavedList['lines'] | undefined
  suggestedName?: string
}

/** "Save as List": asks for a name and saves the lines. Then shows a link to the saved list. */
export function SaveListButton({ getLines, suggestedName = '' }: SaveListButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [savedList, setSavedList] = useState<SavedListEntry>()
  const button = useRef<HTMLButtonElement>(null)

  /** Closes the form. If the focus was in the form, the button takes it. */
  function close(entry?: SavedListEntry) {
    flushSync(() => {
      setOpen(false)
      setSavedList(entry)
    })
    if (document.activeElement === document.body) button.current?.focus()
  }

  return (
    <div className="save-list grid justify-items-start gap-2">
      {isOpen ? (
        <SaveListForm getLines={getLines} suggestedName={suggestedName} onClose={close} />
      ) : (
        <Button ref={button} small onClick={() => setOpen(true)}>
          <ListPlus aria-hidden="true" />
          Save as List
        </Button>
      )}
      {/* Screen readers announce changes only of an element that already exists. */}
      <p role="status">
        {savedList && !isOpen && (
          <>
            Saved as <Link to={paths.savedList(savedList._id)}>{savedList.name}</Link>.
          </>
        )}
      </p>
    </div>
  )
}

interface SaveListFormProps extends Required<SaveListButtonProps> {
  onClose: (savedList?: SavedListEntry) => void
}

function SaveListForm({ getLines, suggestedName, onClose }: SaveListFormProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useCreate({
    send: addSavedList,
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })

  function save(name: string) {
    const lines = getLines()
    if (lines) mutate({ name, lines })
  }

  return (
    <ListNameForm
      className="grid justify-self-stretch gap-3 max-w-120"
      initialName={suggestedName}
      submitLabel="Save List"
      isPending={isPending}
      error={error}
      onSubmit={save}
      onClose={() => onClose()}
    />
  )
}
