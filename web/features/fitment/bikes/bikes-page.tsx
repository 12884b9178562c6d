import '../../../style/fitment/bike-form.css'
import type { FitEntry } from '@freehub/contract/catalog/parts'
import type { BikeProfile, FitInterface } from '@freehub/contract/fitment/fitment'
import { PROFILES_MAXIMUM } from '@freehub/contract/limits'
import { formatCount, pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button, RowButton } from '../../../ui/button.tsx'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { DiscardDialog } from '../../../ui/dialogs/discard-dialog.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import {
  deleteProfile,
  interfacesQuery,
  profilesQuery,
  refetchProfiles,
} from '../fitment-queries.ts'
import { BikeForm, findUsualLabel } from './bike-form.tsx'
import { storeChosenBike } from './chosen-bike.ts'

/** The bike that the form changes, or copies to a new one. An empty form has neither. */
type BikeFormState = { profile?: BikeProfile; copied?: BikeProfile }

const getFormKey = ({ profile, copied }: BikeFormState) => `${profile?._id} ${copied?._id}`

/** Edits the customer's bikes. The shop uses their entries to check whether a part fits. */
export default function BikesPage() {
  const query = useQuery(profilesQuery)
  const interfaces = useQuery(interfacesQuery)
  const [form, setForm] = useState<BikeFormState>()
  const [changedForm, setChangedForm] = useState<BikeFormState>()
  const [nextForm, setNextForm] = useState<BikeFormState>()
  const { item, refusal, heading, open, dialog } = useConfirmation<BikeProfile>()
  const { data: profiles } = query

  /** Opens a form. First asks if the open form has changes. */
  function openForm(next: BikeFormState) {
    if (form && getFormKey(form) === getFormKey(next)) return
    if (form && changedForm === form) setNextForm(next)
    else setForm(next)
  }

  /** Closes this form. After a late response, another form may be open, which stays. */
  function close(closed: BikeFormState) {
    flushSync(() => setForm((current) => (current === closed ? undefined : current)))
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className="grid grid-cols-1 content-start gap-5.5">
      <DashboardHead title="My Bikes" headingRef={heading}>
        {profiles && profiles.length > 0 && (
          <p className="secondary">
            {formatCount(profiles.length)} of {PROFILES_MAXIMUM} bikes
          </p>
        )}
      </DashboardHead>
      <p className="max-w-[36em] text-ink-2">
        Save your bike’s sizes. The cart and part pages then show what fits.
      </p>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <QueryState query={query} />
      <QueryState query={interfaces} />
      {profiles && interfaces.data && (
        <>
          {form ? (
            <BikeForm
              key={getFormKey(form)}
              {...form}
              interfaces={interfaces.data}
              onEdit={() => setChangedForm(form)}
              onClose={() => close(form)}
            />
          ) : (
            profiles.length > 0 && (
              <Button variant="primary" className="justify-self-start" onClick={() => setForm({})}>
                Add a Bike
              </Button>
            )
          )}
          {profiles.length === 0 && !form && (
            <EmptyState text="You have no bikes yet" figure="wheel">
              <Button variant="primary" onClick={() => setForm({})}>
                Add a Bike
              </Button>
            </EmptyState>
          )}
        </>
      )}
      <DataTable
        label="My bikes"
        className="compact-records"
        rows={interfaces.data && profiles}
        getKey={({ _id }) => _id}
        columns={[
          { name: 'Name', className: 'wrap-anywhere', render: ({ name }) => name },
          {
            name: 'Sizes',
            className: 'wrap-anywhere',
            render: ({ entries }) => (
              <ul>
                {listEntries(entries, interfaces.data).map((text) => (
                  <li key={text}>{preventBreaks(text)}</li>
                ))}
              </ul>
            ),
          },
          {
            name: 'Action',
            render: (profile) => (
              <div className="actions">
                <Link
                  className="btn btn-outline btn-sm"
                  to={paths.allParts}
                  aria-label={`Browse Parts: ${profile.name}`}
                  onClick={() => storeChosenBike(profile._id)}
                >
                  Browse Parts
                </Link>
                <RowButton row={profile.name} onClick={() => openForm({ profile })}>
                  Edit
                </RowButton>
                <RowButton row={profile.name} onClick={() => openForm({ copied: profile })}>
                  Copy
                </RowButton>
                <RowButton variant="danger" row={profile.name} onClick={() => open(profile)}>
                  Delete
                </RowButton>
              </div>
            ),
          },
        ]}
      />
      {nextForm && (
        <DiscardDialog
          onClose={() => setNextForm(undefined)}
          onConfirm={() => {
            // The dialog restores the focus when it closes. Then the form takes it.
            flushSync(() => setNextForm(undefined))
            setForm(nextForm)
          }}
        />
      )}
      {item && (
        <ActionDialog
          title="Delete this bike?"
          text={`“${item.name}” has ${pluralize(item.entries.length, 'size', 'sizes')}.`}
          confirmLabel="Delete Bike"
          action={{
            send: () => deleteProfile(item._id),
            toast: `Bike deleted: ${item.name}`,
            failure: 'The bike was not deleted.',
            refetch: refetchProfiles,
          }}
          {...dialog}
        />
      )}
    </div>
  )
}

const MAX_LINES = 4

/** Formats entries, one per line. Above `MAX_LINES` entries, the last line counts the remaining ones. */
function listEntries(entries: FitEntry[], interfaces?: FitInterface[]): string[] {
  const lines = entries.map((entry) => formatEntry(entry, entries, interfaces))
  if (lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES - 1), `and ${lines.length - MAX_LINES + 1} more`]
}

/**
 * Names a connection with its size: `Seat tube: 27.2 mm`. If the bike both has and needs the connection, also says which:
 * `Needs pedal thread: 9/16 inch`.
 */
function formatEntry(entry: FitEntry, entries: FitEntry[], interfaces: FitInterface[] = []) {
  const { interface: id, role, size } = entry
  const definition = interfaces.find((other) => other.id === id)
  const label = definition?.sizes.find((other) => other.size === size)?.label ?? size
  const usualName = findUsualLabel(entry, interfaces)
  if (usualName) return `${usualName}: ${label}`
  const name = definition?.name ?? id
  const hasBoth = entries.some((other) => other.interface === id && other.role !== role)
  if (!hasBoth) return `${name}: ${label}`
  // Proper names, such as `Micro Spline` and `HG`, stay in upper case.
  const lowerCaseName = name.replace(/^[A-Z](?=[a-z-]+ [a-z])/, (letter) => letter.toLowerCase())
  return `${role === 'needs' ? 'Needs' : 'Has'} ${lowerCaseName}: ${label}`
}
