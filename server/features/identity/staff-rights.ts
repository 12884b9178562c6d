import type { Account } from '@freehub/contract/identity/account'

/** What an admin needs to have the rights of staff. */
export interface StaffRule {
  /** Hours after the promotion in which the second factor may still be off; null: it is optional. */
  graceHours: number | null
}

/**
 * The role with which a request is served, as SQL about `users u`; `grace` is the parameter with
 * `StaffRule.graceHours`. An admin whose rights are paused is served as a customer.
 */
export const effectiveRole = (grace: string) => `case when u.role = 'admin' and u.email_verified
    and (${grace}::int is null or u.two_factor_enabled
      or u.admin_since > now() - make_interval(hours => ${grace}::int))
    then 'admin' else 'customer' end`

interface Staff {
  role: 'admin' | 'customer'
  emailConfirmed: boolean
  secondFactor: boolean
  adminSince: Date | null
}

/** By the same rule, what an admin is to do and by when. Nothing for customers. */
export function staffDuties(
  { graceHours }: StaffRule,
  { role, emailConfirmed, secondFactor, adminSince }: Staff,
  now = Date.now(),
): Pick<Account, 'secondFactorDue' | 'staffRightsPaused'> {
  const isStaff = role === 'admin'
  const isDue = isStaff && graceHours !== null && !secondFactor && adminSince !== null
  const due = isDue ? new Date(adminSince.getTime() + graceHours * 3_600_000) : null
  return { secondFactorDue: due?.toISOString() ?? null, staffRightsPaused: pausedBy() }

  function pausedBy() {
    if (isStaff && !emailConfirmed) return 'email_not_confirmed'
    return due && due.getTime() <= now ? 'second_factor_off' : null
  }
}
