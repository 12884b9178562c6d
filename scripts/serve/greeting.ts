import type { Env } from './sandbox-settings.ts'

/** What the person who started the sandbox wants to know. */
export function greeting(url: string, env: Env, cards: boolean): string {
  const accounts = (env.DEMO_ACCOUNTS ?? '').split(',').map((account) => account.split(':'))
  const lines = [
    ['Shop', url],
    ...accounts.map(([email, password]) => ['Account', `${email}  password ${password}`]),
    ...(cards ? [['Cards', '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined']] : []),
    ...(env.INBOX_URL ? [['Mails', env.INBOX_URL]] : []),
  ]
  const rows = lines.map(([what, value]) => `  ${what?.padEnd(9)}${value}`)
  return ['', '  Freehub is open. Ctrl-C closes it.', '', ...rows, ''].join('\n')
}
