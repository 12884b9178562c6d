import type { FitEntry } from '@freehub/contract/catalog/parts'
import type { FitInterface } from '@freehub/contract/fitment/fitment'
import Trash2 from 'lucide-react/icons/trash-2'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { removeRow } from '../../ui/forms/remove-row.ts'
import { Options, SelectField } from '../../ui/forms/select-field.tsx'

/** An entry of a form. Its key stays when earlier entries are removed. */
export type FormEntry = FitEntry & { key: number }

let lastKey = 0
export const toFormEntry = (entry: FitEntry): FormEntry => ({ ...entry, key: ++lastKey })
export const createEmptyEntry = (): FormEntry =>
  toFormEntry({ interface: '', role: 'offers', size: '' })

/** Returns the filled entries as they are sent, without keys. */
export const listFilledEntries = (entries: FormEntry[]): FitEntry[] =>
  entries.flatMap(({ key: _, ...entry }) => (entry.interface === '' ? [] : entry))

interface FitEntriesInputProps {
  /** Texts of the choice between the roles. */
  roles: Record<FitEntry['role'] | 'label', string>
  entries: FormEntry[]
  interfaces: FitInterface[]
  maximum: number
  /** Position of the first entry among the sent entries, which the server's errors name. */
  firstIndex?: number
  addLabel?: string
  /** True after the first attempt to save. Empty sizes are errors from then on. */
  isSubmitted: boolean
  /** Errors of the server by field: `entries`, `entries.0.size`. */
  errors: Record<string, string> | undefined
  onChange: (entries: FormEntry[]) => void
}

/** Edits the needs and offers of a bike or a part. */
export function FitEntriesInput(props: FitEntriesInputProps) {
  const {
    entries,
    interfaces,
    maximum,
    firstIndex = 0,
    addLabel = 'Add a Connection',
    isSubmitted,
    errors,
    onChange,
    roles,
  } = props
  const isFull = entries.length >= maximum
  const filledEntries = entries.filter((entry) => entry.interface !== '')
  const findServerError = (entry: FormEntry) => {
    const index = filledEntries.indexOf(entry)
    return index < 0 ? undefined : errors?.[`entries.${firstIndex + index}.size`]
  }
  const change = (key: number, changed: Partial<FitEntry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)))

  return (
    <>
      <ul className="grid empty:hidden">
        {entries.map((entry) => (
          <EntryFields
            key={entry.key}
            roles={roles}
            entry={entry}
            interfaces={interfaces}
            error={
              findServerError(entry) ??
              (isSubmitted && entry.interface !== '' && !entry.size ? 'Choose a size.' : undefined)
            }
            onChange={(changed) => change(entry.key, changed)}
            onRemove={() => onChange(entries.filter(({ key }) => key !== entry.key))}
          />
        ))}
      </ul>
      {errors?.entries && <ErrorMessage text={errors.entries} />}
      {/* A disabled button would lose the focus when the last possible entry is added. */}
      <Button
        small
        aria-disabled={isFull}
        onClick={() => !isFull && onChange([...entries, createEmptyEntry()])}
      >
        {addLabel}
      </Button>
    </>
  )
}

/** True if all errors belong to entries, whose fields show them. */
export const hasOnlyEntryErrors = (errors: Record<string, string> | undefined): boolean =>
  errors !== undefined && Object.keys(errors).every((key) => /^entries(\.\d+\.size)?$/.test(key))

interface EntryFieldsProps extends Pick<FitEntriesInputProps, 'roles'> {
  entry: FitEntry
  interfaces: FitInterface[]
  error: string | undefined
  onChange: (changed: Partial<FitEntry>) => void
  onRemove: () => void
}

function EntryFields(props: EntryFieldsProps) {
  const { roles, entry, interfaces, error, onChange, onRemove } = props
  const chosenInterface = interfaces.find(({ id }) => id === entry.interface)
  return (
    <li className="bike-entry">
      <SelectField
        label="Connection"
        value={entry.interface}
        onChange={(event) => onChange({ interface: event.target.value, size: '' })}
      >
        <option value="">Choose a connection</option>
        <Options of={interfaces.map(({ id, name }) => [id, name])} />
      </SelectField>
      <SelectField
        label={roles.label}
        value={entry.role}
        onChange={(event) => onChange({ role: event.target.value as FitEntry['role'] })}
      >
        <option value="offers">{roles.offers}</option>
        <option value="needs">{roles.needs}</option>
      </SelectField>
      {chosenInterface?.pattern ? (
        <Field
          label="Size"
          hint={entry.role === 'offers' ? 'Such as 28/47-622' : 'Such as 37-622'}
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
          disabled={!chosenInterface}
          onChange={(event) => onChange({ size: event.target.value })}
        >
          <option value="">Choose a size</option>
          <Options of={chosenInterface?.sizes.map(({ size, label }) => [size, label]) ?? []} />
        </SelectField>
      )}
      <button
        type="button"
        className="tool"
        aria-label={`Remove: ${chosenInterface?.name ?? 'connection'}`}
        title="Remove"
        onClick={({ currentTarget }) => removeRow(currentTarget, onRemove)}
      >
        <Trash2 className="ic" aria-hidden="true" />
      </button>
    </li>
  )
}
