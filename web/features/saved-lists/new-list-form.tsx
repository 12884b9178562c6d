import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCreate } from '../../api/use-create.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useNavigateIfCurrent } from '../../ui/use-navigate-if-current.ts'
import { ListNameForm } from './list-name-form.tsx'
import { addSavedList, LISTS_QUERY_KEY } from './saved-lists-queries.ts'

/** "New List": asks for a name, creates an empty list and opens it. */
export function NewListForm({ variant }: Pick<ComponentProps<typeof Button>, 'variant'>) {
  const client = useQueryClient()
  const navigateIfCurrent = useNavigateIfCurrent()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, error } = useCreate({
    send: addSavedList,
    onSuccess: ({ _id }) => navigateIfCurrent(paths.savedList(_id)),
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
    sendsOnce: true,
  })
  if (!isOpen)
    return (
      <Button
        ref={button}
        variant={variant}
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        New List
      </Button>
    )

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }

  return (
    <ListNameForm
      className="grid gap-3 basis-full max-w-120"
      initialName=""
      submitLabel="Create List"
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ name, lines: [] })}
      onClose={close}
    />
  )
}
