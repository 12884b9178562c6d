import type { BikeProfile, FitInterface, NewProfile } from '@freehub/contract/fitment/fitment'
import { PROFILE_ENTRIES_MAXIMUM, PROFILE_NAME_LENGTH } from '@freehub/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, formatError } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/use-create.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useDoubleClickGuard } from '../../../ui/use-double-click-guard.ts'
import {
  createEmptyEntry,
  FitEntriesInput,
  hasOnlyEntryErrors,
  listFilledEntries,
  toFormEntry,
} from '../fit-entries-input.tsx'
import { addProfile, changeProfile, refetchProfiles } from '../fitment-queries.ts'

interface BikeFormProps {
  /** The bike to change. If undefined, the form creates a bike. */
  profile?: BikeProfile | undefined
  /** The bike with which the form of a new bike starts. */
  copied?: BikeProfile | undefined
  interfaces: FitInterface[]
  /** Called when the user has changed the form. */
  onEdit: () => void
  onClose: () => void
}

/** Edits the name of a bike, and its needs and offers at each interface. */
export function BikeForm({ profile, copied, interfaces, onEdit, onClose }: BikeFormProps) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())
  const [name, setName] = useState(
    copied ? `Copy of ${copied.name}`.slice(0, PROFILE_NAME_LENGTH) : (profile?.name ?? ''),
  )
  const [entries, setEntries] = useState(
    () => (profile ?? copied)?.entries.map(toFormEntry) ?? [createEmptyEntry()],
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const mutation = useSend({
    mutationFn: (body: NewProfile) =>
      profile
        ? changeProfile(profile._id, body)
        : addProfile(body, { 'Idempotency-Key': keys.getKey(body) }),
    onSuccess: onClose,
    onSettled: () => refetchProfiles(client),
  })
  const filledEntries = listFilledEntries(entries)
  const isComplete =
    name.trim() !== '' && filledEntries.length > 0 && filledEntries.every(({ size }) => size)
  const errors = mutation.error instanceof CallError ? mutation.error.problem.errors : undefined

  function changeEntries(changed: typeof entries) {
    setEntries(changed)
    onEdit()
    // The errors refer to positions in the sent entries.
    if (mutation.error) mutation.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (isComplete) mutation.mutate({ name: name.trim(), entries: filledEntries })
  }

  return (
    <form className="bike-form" noValidate onSubmit={submit} onClickCapture={useDoubleClickGuard()}>
      <Field
        autoFocus
        label="Name of the bike"
        hint="Such as Anna’s gravel bike"
        autoComplete="off"
        maxLength={PROFILE_NAME_LENGTH}
        value={name}
        error={isSubmitted && name.trim() === '' ? 'Enter a name.' : undefined}
        onChange={(event) => {
          setName(event.target.value)
          onEdit()
        }}
      />
      <fieldset>
        <legend className="mb-3 font-display text-[24px]/[1.1] font-semibold">What is on it</legend>
        <FitEntriesInput
          roles={{ offers: 'has', needs: 'needs' }}
          entries={entries}
          interfaces={interfaces}
          maximum={PROFILE_ENTRIES_MAXIMUM}
          isSubmitted={isSubmitted}
          errors={errors}
          onChange={changeEntries}
        />
        {isSubmitted && filledEntries.length === 0 && (
          <ErrorMessage text="Add at least one connection." />
        )}
      </fieldset>
      {mutation.error && !hasOnlyEntryErrors(errors) && (
        <ErrorMessage text={formatError(mutation.error)} />
      )}
      <div className="actions">
        <SubmitButton busy={mutation.isPending} busyLabel="Saving …">
          Save bike
        </SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
