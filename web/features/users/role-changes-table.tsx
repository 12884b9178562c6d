import type { RoleChange } from '@freehub/contract/users/user-schemas'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { RoleBadge } from './role-badge.tsx'

export function RoleChangesTable({ changes }: { changes: RoleChange[] }) {
  return (
    <table className="table" aria-labelledby="role-changes">
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Became</th>
          <th scope="col">By</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ email, role, by, at }) => (
          <tr key={`${at} ${email} ${role}`}>
            <td data-caption="Email">
              <span className="client">
                <EmailAddress address={email} />
              </span>
            </td>
            <td data-caption="Became">
              <RoleBadge role={role} />
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
  )
}
