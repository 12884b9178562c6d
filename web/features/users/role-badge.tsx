import type { Role } from '@freehub/contract/users/user-schemas'

const labels: Record<Role, string> = { admin: 'Admin', customer: 'Customer' }

export function RoleBadge({ role }: { role: Role }) {
  return <span className={`badge badge-${role}`}>{labels[role]}</span>
}
