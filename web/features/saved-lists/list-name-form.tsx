import { LIST_NAME_LENGTH } from '@freehub/contract/limits'
import { type FormEvent, useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'

interface ListNameFormProps {
  className: string
  label?: string
  initialName: string
  submitLabel: string
  isPending: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a list. Escape closes the form, unless the name is being saved. */
export function ListNameForm(props: ListNameFormProps) {
  const { className, label = 'Name of the list', submitLabel, isPending, error, onClose } = props
  const [name, setName] = useState(props.initialName)
  const [hasNoName, setHasNoName] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setHasNoName(name.trim() === '')
    if (name.trim() !== '') props.onSubmit(name.trim())
  }

  const isNameMissing = hasNoName && name.trim() === ''
  const close = () => !isPending && onClose()

  return (
    <form className={className} noValidate onSubmit={submit}>
      <Field
        autoFocus
        label={label}
        autoComplete="off"
        maxLength={LIST_NAME_LENGTH}
        value={name}
        error={isNameMissing ? 'Enter a name.' : error ? formatError(error) : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <div className="actions">
        <SubmitButton busy={isPending} busyLabel="Saving …">
          {submitLabel}
        </SubmitButton>
        <Button aria-disabled={isPending} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
