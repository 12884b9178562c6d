import type { Account } from '@freehub/contract/identity/calls'
import { expect, test } from 'vitest'
import { formatStaffDuties } from './staff-rights-banner.tsx'

test.each([
  [
    { secondFactorDue: '2026-12-06T12:00:00.000Z' },
    'Turn on two-step sign-in by 6 December to keep your staff rights.',
  ],
  [
    { secondFactorDue: '2026-12-06T12:00:00.000Z', staffRightsPaused: 'second_factor_off' },
    'Your staff rights are paused until you turn on two-step sign-in.',
  ],
  [
    { secondFactorDue: null, staffRightsPaused: 'email_not_confirmed' },
    'Your staff rights are paused until you confirm your email.',
  ],
  [{ secondFactorDue: null, staffRightsPaused: null }, null],
])('states for %j what an admin has to do', (duties, text) => {
  expect(formatStaffDuties(duties as Account)).toBe(text)
})
