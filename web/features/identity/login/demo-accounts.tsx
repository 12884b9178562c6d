import { useSettings } from '../../../settings.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void
}

/** Buttons that fill the form with a sandbox account. Renders nothing in production. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { demoAccounts } = useSettings()
  const isHydrated = useHydrated()
  if (demoAccounts.length === 0) return null
  return (
    <section className="accounts">
      <p className="cap">Sandbox accounts</p>
      <div className="act">
        {demoAccounts.map((account) => (
          <button
            key={account.email}
            type="button"
            disabled={!isHydrated}
            className="btn btn-outline btn-sm"
            onClick={() => onChoose(account)}
          >
            {account.email}
          </button>
        ))}
      </div>
    </section>
  )
}
