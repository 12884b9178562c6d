import type { BikeProfile, FitInterface, NewProfile } from '@freehub/contract/fitment/fitment'
import { PROFILE_ENTRIES_MAXIMUM, PROFILE_NAME_LENGTH } from '@freehub/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { type FormEvent, useState } from 'react'
import { CallError, formatError } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/use-create.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { addProfile, changeProfile, PROFILES_QUERY_KEY } from '../fitment-queries.ts'

type Entry = NewProfile['entries'][number]
/** An entry of the form. The key stays when entries before it are removed. */
type FormEntry = Entry & { key: number }

interface BikeFormProps {
  profile: BikeProfile | undefined
  interfaces: FitInterface[]
  onClose: () => void
}

let lastKey = 0
const toFormEntry = (entry: Entry): FormEntry => ({ ...entry, key: ++lastKey })
const emptyEntry = (): FormEntry => toFormEntry({ interface: '', role: 'offers', size: '' })

/** Edits the name of a bike, and what it has at each connection. */
export function BikeForm({ profile, interfaces, onClose }: BikeFormProps) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())
  const [name, setName] = useState(profile?.name ?? '')
  const [entries, setEntries] = useState(() => profile?.entries.map(toFormEntry) ?? [emptyEntry()])
  const [isChecked, setChecked] = useState(false)
  const mutation = useMutation({
    mutationFn: (body: NewProfile) =>
      profile
        ? changeProfile(profile._id, body)
        : addProfile(body, { 'Idempotency-Key': keys.getKey(body) }),
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: PROFILES_QUERY_KEY }),
  })
  const save = useMutateOnce(mutation.mutate)
  const filled = entries.filter((entry) => entry.interface !== '')
  const isComplete = name.trim() !== '' && filled.length > 0 && filled.every(({ size }) => size)
  const errors = mutation.error instanceof CallError ? mutation.error.problem.errors : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (isComplete)
      save({ name: name.trim(), entries: filled.map(({ key: _, ...entry }) => entry) })
  }

  const change = (key: number, changed: Partial<Entry>) =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)))

  return (
    <form className="bike-form" noValidate onSubmit={submit}>
      <Field
        autoFocus
        label="Name of the bike"
        hint="Such as Anna’s gravel bike"
        autoComplete="off"
        maxLength={PROFILE_NAME_LENGTH}
        value={name}
        error={isChecked && name.trim() === '' ? 'Enter a name.' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset>
        <legend>What is on it</legend>
        <ul className="bike-entries">
          {entries.map((entry) => (
            <BikeEntry
              key={entry.key}
              entry={entry}
              interfaces={interfaces}
              error={
                errors?.[`entries.${filled.indexOf(entry)}.size`] ??
                (isChecked && entry.interface !== '' && !entry.size ? 'Choose a size.' : undefined)
              }
              onChange={(changed) => change(entry.key, changed)}
              onRemove={() => setEntries(entries.filter(({ key }) => key !== entry.key))}
            />
          ))}
        </ul>
        {isChecked && filled.length === 0 && <ErrorNote text="Add at least one connection." />}
        {entries.length < PROFILE_ENTRIES_MAXIMUM && (
          <Button small onClick={() => setEntries([...entries, emptyEntry()])}>
            Add a connection
          </Button>
        )}
      </fieldset>
      {mutation.error && !errors && <ErrorNote text={formatError(mutation.error)} />}
      <div className="act">
        <SubmitButton busy={mutation.isPending} busyLabel="Saving …">
          Save bike
        </SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

interface BikeEntryProps {
  entry: Entry
  interfaces: FitInterface[]
  error: string | undefined
  onChange: (changed: Partial<Entry>) => void
  onRemove: () => void
}

function BikeEntry({ entry, interfaces, error, onChange, onRemove }: BikeEntryProps) {
  const chosen = interfaces.find(({ id }) => id === entry.interface)
  return (
    <li className="bike-entry">
      <SelectField
        label="Connection"
        value={entry.interface}
        onChange={(event) => onChange({ interface: event.target.value, size: '' })}
      >
        <option value="">Choose a connection</option>
        {interfaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="The bike"
        value={entry.role}
        onChange={(event) => onChange({ role: event.target.value as Entry['role'] })}
      >
        <option value="offers">has</option>
        <option value="needs">needs</option>
      </SelectField>
      {chosen?.pattern ? (
        <Field
          label="Size"
          hint="Such as 37-622"
          autoComplete="off"
          value={entry.size}
          error={error}
          onChange={(event) => onChange({ size: event.target.value.trim() })}
        />
      ) : (
        <SelectField
          label="Size"
          value={entry.size}
          error={error}
          disabled={!chosen}
          onChange={(event) => onChange({ size: event.target.value })}
        >
          <option value="">Choose a size</option>
          {chosen?.sizes.map(({ size, label }) => (
            <option key={size} value={size}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <button
        type="button"
        className="tool"
        aria-label={`Remove: ${chosen?.name ?? 'connection'}`}
        title="Remove"
        onClick={onRemove}
      >
        <Trash2 className="ic" aria-hidden="true" />
      </button>
    </li>
  )
}
