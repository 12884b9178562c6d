import { LIST_NAME_LENGTH } from '@freehub/contract/limits'
import { type FormEvent, useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { explainLength } from '../../ui/forms/create-field.ts'
import { Field } from '../../ui/forms/field.tsx'
import { showErrors } from '../../ui/forms/show-errors.ts'
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
  const [isSubmitted, setSubmitted] = useState(false)
  const nameError = findNameError(name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (nameError) showErrors(event, () => setSubmitted(true))
    else props.onSubmit(name.trim())
  }

  const close = () => !isPending && onClose()

  return (
    <form className={className} noValidate onSubmit={submit}>
      <Field
        autoFocus
        label={label}
        autoComplete="off"
        value={name}
        error={(isSubmitted && nameError) || (error ? formatError(error) : undefined)}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <div className="actions">
        <SubmitButton label={submitLabel} busy={isPending} />
        <Button aria-disabled={isPending} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function findNameError(name: string): string | undefined {
  const { length } = name.trim()
  if (length === 0) return 'Enter a name.'
  return length > LIST_NAME_LENGTH ? explainLength(LIST_NAME_LENGTH) : undefined
}
