import type { PersonChange } from '@freehub/contract/users/user-schemas'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { PersonSection } from './person-section.tsx'

const labels: Record<PersonChange['kind'], string> = {
  made_admin: 'Became an admin',
  made_customer: 'Became a customer again',
  banned: 'Banned',
  let_in: 'Unbanned',
}

/** The log of the user's role changes and bans. */
export function PersonChanges({ changes }: { changes: PersonChange[] }) {
  return (
    <PersonSection title="Role and bans">
      {changes.length === 0 && <p className="second">No changes since sign-up.</p>}
      {changes.length > 0 && (
        <table className="table" aria-label="Role and bans">
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">By</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ kind, by, at, reason }) => (
              <tr key={`${at} ${kind}`}>
                <td data-caption="Change">
                  {labels[kind]}
                  {reason && <p className="second said">{reason}</p>}
                </td>
                <td data-caption="By">
                  <span className="ordered">{by ? <EmailAddress address={by} /> : 'System'}</span>
                </td>
                <td data-caption="When">
                  <Timestamp at={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PersonSection>
  )
}
