import { pluralize } from '@freehub/contract/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { DateFilter, type DateFilters } from '../../ui/lists/date-filter.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { ChangedBy, RoleBadge } from './user-cells.tsx'
import { roleChangesQuery } from './users-queries.ts'

const INITIAL_COUNT = 10

export function RoleChanges() {
  const [dates, setDates] = useState<DateFilters>({ period: '', from: '', until: '' })
  const query = useQuery({ ...roleChangesQuery(dates), placeholderData: keepPreviousData })
  const [isComplete, setIsComplete] = useState(false)
  const { data: changes } = query
  const shownChanges = isComplete ? changes : changes?.slice(0, INITIAL_COUNT)
  const hiddenCount = (changes?.length ?? 0) - (shownChanges?.length ?? 0)
  return (
    <section className="role-changes" aria-labelledby="role-changes">
      <div className="tools tools-filters w-full">
        <h2 id="role-changes" className="mr-auto text-[30px]">
          Role changes
        </h2>
        <DateFilter filters={dates} onChange={setDates} />
      </div>
      <QueryState query={query} />
      {changes?.length === 0 && (
        <p className="secondary">No role changes {dates.period ? 'in this period' : 'yet'}.</p>
      )}
      <DataTable
        label="Role changes"
        rows={shownChanges}
        getKey={({ at, email, role }) => `${at} ${email} ${role}`}
        columns={[
          {
            name: 'Email',
            render: ({ email }) => (
              <span className="client">
                <EmailAddress email={email} />
              </span>
            ),
          },
          { name: 'Became', render: ({ role }) => <RoleBadge role={role} /> },
          { name: 'By', render: ({ by }) => <ChangedBy email={by} /> },
          { name: 'When', render: ({ at }) => <Timestamp at={at} /> },
        ]}
      />
      {hiddenCount > 0 && (
        <Button onClick={() => setIsComplete(true)}>
          Show {pluralize(hiddenCount, 'Older Change', 'Older Changes')}
        </Button>
      )}
    </section>
  )
}
