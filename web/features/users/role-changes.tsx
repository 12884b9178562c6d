import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '../../api/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { ChangedBy, RoleBadge } from './user-badges.tsx'
import { roleChangesQuery } from './users-list.ts'

const INITIALLY_SHOWN = 10

export function RoleChanges() {
  const query = useQuery(roleChangesQuery)
  const { data: changes } = query
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? changes : changes?.slice(0, INITIALLY_SHOWN)
  const hiddenCount = (changes?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section className="role-changes" aria-labelledby="role-changes">
      <h2 id="role-changes">Role changes</h2>
      <QueryState query={query} />
      {shown?.length === 0 && <p className="second">No role changes yet.</p>}
      <DataTable
        label="Role changes"
        rows={shown}
        getKey={({ at, email, role }) => `${at} ${email} ${role}`}
        columns={[
          {
            name: 'Email',
            render: ({ email }) => (
              <span className="client">
                <EmailAddress address={email} />
              </span>
            ),
          },
          { name: 'Became', render: ({ role }) => <RoleBadge role={role} /> },
          { name: 'By', render: ({ by }) => <ChangedBy email={by} /> },
          { name: 'When', render: ({ at }) => <Timestamp at={at} /> },
        ]}
      />
      {hiddenCount > 0 && (
        <Button onClick={() => setShowsAll(true)}>
          Show {pluralize(hiddenCount, 'older change', 'older changes')}
        </Button>
      )}
    </section>
  )
}
