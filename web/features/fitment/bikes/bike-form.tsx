import type { FitEntry } from '@freehub/contract/catalog/parts'
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
import { Options, SelectField } from '../../../ui/forms/select-field.tsx'
import { showErrors } from '../../../ui/forms/show-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useDoubleClickGuard } from '../../../ui/use-double-click-guard.ts'
import {
  FitEntriesInput,
  hasOnlyEntryErrors,
  listFilledEntries,
  toFormEntry,
} from '../fit-entries-input.tsx'
import {
  addProfile,
  changeProfile,
  refetchProfiles,
  updateListedProfile,
} from '../fitment-queries.ts'

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

/** The usual connections of a bike, by their labels. `end`: the index of its sizes in the `ends` of the interface. */
const usualConnections: Record<string, { id: string; end?: 0 | 1 }> = {
  'Bottom bracket shell': { id: 'bb.shell' },
  'Seat tube': { id: 'seat.post' },
  'Front dropouts': { id: 'hub.dropout', end: 0 },
  'Rear dropouts': { id: 'hub.dropout', end: 1 },
  'Tyre diameter': { id: 'tyre.bead' },
  'Disc brake mount': { id: 'brake.disc_mount' },
  'Derailleur hanger': { id: 'derailleur.hanger' },
}

/** Lists the sizes of a usual connection. */
function listSizes(label: string, interfaces: FitInterface[]) {
  const { id, end } = usualConnections[label] ?? {}
  const { sizes = [], ends } = interfaces.find((definition) => definition.id === id) ?? {}
  return sizes.filter(({ size }) => end === undefined || ends?.[end].includes(size))
}

/** Returns the label of the usual connection of an entry. */
export function findUsualLabel(
  { interface: id, role, size }: FitEntry,
  interfaces: FitInterface[],
) {
  if (role !== 'offers') return undefined
  return Object.keys(usualConnections).find(
    (label) =>
      usualConnections[label]?.id === id &&
      listSizes(label, interfaces).some((listed) => listed.size === size),
  )
}

/** Splits entries into the sizes of the usual connections, by label, and the other entries. */
function splitEntries(entries: FitEntry[], interfaces: FitInterface[]) {
  const sizes = new Map<string, string>()
  const others = entries.filter((entry) => {
    const label = findUsualLabel(entry, interfaces)
    if (!label || sizes.has(label)) return true
    sizes.set(label, entry.size)
    return false
  })
  return { sizes, others }
}

/** Edits the name of a bike, and its needs and offers at each interface. */
export function BikeForm({ profile, copied, interfaces, onEdit, onClose }: BikeFormProps) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())
  const [name, setName] = useState(
    copied ? `Copy of ${copied.name}`.slice(0, PROFILE_NAME_LENGTH) : (profile?.name ?? ''),
  )
  const [saved] = useState(() => splitEntries((profile ?? copied)?.entries ?? [], interfaces))
  const [sizes, setSizes] = useState(saved.sizes)
  const [entries, setEntries] = useState(() => saved.others.map(toFormEntry))
  const [isSubmitted, setSubmitted] = useState(false)
  const mutation = useSend({
    mutationFn: (body: NewProfile) =>
      profile
        ? changeProfile(profile._id, { ...body, seen: profile.changedAt })
        : addProfile(body, { 'Idempotency-Key': keys.getKey(body) }),
    onSuccess: (saved) => {
      updateListedProfile(client, saved)
      onClose()
    },
    onError: keys.recordFailure,
    onSettled: () => refetchProfiles(client),
  })
  const usualLabels = Object.keys(usualConnections).filter((label) => sizes.get(label))
  const usualEntries = usualLabels.map((label) => ({
    interface: usualConnections[label]?.id ?? '',
    role: 'offers' as const,
    size: sizes.get(label) ?? '',
  }))
  const findUsualError = (label: string) => errors?.[`entries.${usualLabels.indexOf(label)}.size`]
  const filledEntries = [...usualEntries, ...listFilledEntries(entries)]
  const isComplete =
    name.trim() !== '' && filledEntries.length > 0 && filledEntries.every(({ size }) => size)
  const errors = mutation.error instanceof CallError ? mutation.error.problem.errors : undefined

  function resetErrors() {
    onEdit()
    // The errors refer to positions in the sent entries.
    if (mutation.error) mutation.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete) mutation.mutate({ name: name.trim(), entries: filledEntries })
    else showErrors(event, () => setSubmitted(true))
  }

  return (
    <form className="bike-form" noValidate onSubmit={submit} onClickCapture={useDoubleClickGuard()}>
      <Field
        autoFocus
        label="Name of the bike"
        hint="For example, Anna’s gravel bike"
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
        <legend className="mb-1 font-display text-[24px]/[1.1] font-semibold">Sizes</legend>
        <p className="secondary mt-0.5 -mb-2">Leave out what you don’t know.</p>
        <div className="grid items-start gap-4 min-[560px]:grid-cols-2 min-[1280px]:grid-cols-3">
          {Object.keys(usualConnections).map((label) => (
            <SelectField
              key={label}
              label={label}
              value={sizes.get(label) ?? ''}
              error={findUsualError(label)}
              onChange={(event) => {
                setSizes(new Map(sizes).set(label, event.target.value))
                resetErrors()
              }}
            >
              <option value="">Not known</option>
              <Options of={listSizes(label, interfaces).map(({ size, label }) => [size, label])} />
            </SelectField>
          ))}
        </div>
        <FitEntriesInput
          firstIndex={usualEntries.length}
          addLabel="Add Another Size"
          roles={{ label: 'Has or needs', offers: 'has it', needs: 'needs it' }}
          entries={entries}
          interfaces={interfaces}
          maximum={PROFILE_ENTRIES_MAXIMUM - usualEntries.length}
          isSubmitted={isSubmitted}
          errors={errors}
          onChange={(changed) => {
            setEntries(changed)
            resetErrors()
          }}
        />
        {isSubmitted && filledEntries.length === 0 && (
          <ErrorMessage text="Choose at least one size." />
        )}
      </fieldset>
      {mutation.error && !hasOnlyEntryErrors(errors) && (
        <ErrorMessage text={formatError(mutation.error)} />
      )}
      <div className="actions">
        <SubmitButton label="Save Bike" busy={mutation.isPending} />
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
