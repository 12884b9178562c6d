import '../../../style/fitment/bike-form.css'
import type { BikeProfile } from '@freehub/contract/fitment/fitment'
import { PROFILES_MAXIMUM } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '../../../api/format-count.ts'
import { Button, RowButton } from '../../../ui/button.tsx'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import {
  deleteProfile,
  interfacesQuery,
  profilesQuery,
  refetchProfiles,
} from '../fitment-queries.ts'
import { BikeForm } from './bike-form.tsx'

/** Edits the customer's bikes. The shop uses their entries to check whether a part fits. */
export default function BikesPage() {
  const query = useQuery(profilesQuery)
  const interfaces = useQuery(interfacesQuery)
  const [editedBike, setEditedBike] = useState<BikeProfile | 'new'>()
  const [hasChanges, setHasChanges] = useState(false)
  const [nextBike, setNextBike] = useState<BikeProfile>()
  const { item, refusal, heading, open, dialog } = useConfirmation<BikeProfile>()
  const { data: profiles } = query

  /** Opens the form. First asks if it would discard changes of another bike. */
  function edit(bike: BikeProfile) {
    if (editedBike !== 'new' && editedBike?._id === bike._id) return
    if (hasChanges) setNextBike(bike)
    else setEditedBike(bike)
  }

  function close() {
    setEditedBike(undefined)
    setHasChanges(false)
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className="grid grid-cols-1 content-start gap-5.5">
      <DashboardHead title="My Bikes" heading={heading}>
        {profiles && profiles.length > 0 && (
          <p className="second">
            {formatCount(profiles.length)} of {PROFILES_MAXIMUM}
          </p>
        )}
      </DashboardHead>
      <p className="max-w-[36em] text-ink-2">
        Save what is on your bike. The cart and every part page then show what fits it.
      </p>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <QueryState query={query} />
      <QueryState query={interfaces} />
      {profiles && interfaces.data && (
        <>
          {editedBike ? (
            <BikeForm
              key={editedBike === 'new' ? 'new' : editedBike._id}
              profile={editedBike === 'new' ? undefined : editedBike}
              interfaces={interfaces.data}
              onEdit={() => setHasChanges(true)}
              onClose={close}
            />
          ) : (
            profiles.length > 0 && (
              <Button
                variant="primary"
                className="justify-self-start"
                onClick={() => setEditedBike('new')}
              >
                Add a bike
              </Button>
            )
          )}
          {profiles.length === 0 && !editedBike && (
            <EmptyState text="You have no bikes yet" figure="wheel">
              <Button variant="primary" onClick={() => setEditedBike('new')}>
                Add a bike
              </Button>
            </EmptyState>
          )}
        </>
      )}
      <DataTable
        label="My bikes"
        rows={profiles}
        getKey={({ _id }) => _id}
        columns={[
          { name: 'Name', className: 'wrap-anywhere', render: ({ name }) => name },
          {
            name: 'Connections',
            number: ({ entries }) => formatCount(entries.length),
          },
          {
            name: 'Action',
            render: (profile) => (
              <div className="actions">
                <RowButton row={profile.name} onClick={() => edit(profile)}>
                  Edit
                </RowButton>
                <RowButton variant="danger" row={profile.name} onClick={() => open(profile)}>
                  Delete
                </RowButton>
              </div>
            ),
          },
        ]}
      />
      {nextBike && (
        <ConfirmDialog
          title="Discard your changes?"
          text={`Your changes in the open form are not saved. To edit “${nextBike.name}”, discard them.`}
          confirmLabel="Discard"
          onClose={() => setNextBike(undefined)}
          onConfirm={() => {
            setNextBike(undefined)
            setHasChanges(false)
            // The dialog restores the focus when it closes. Then the form takes it.
            requestAnimationFrame(() => setEditedBike(nextBike))
          }}
        />
      )}
      {item && (
        <ActionDialog
          title="Delete this bike?"
          text={`“${item.name}” has ${pluralize(item.entries.length, 'connection', 'connections')}.`}
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
