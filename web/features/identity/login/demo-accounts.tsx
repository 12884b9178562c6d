import { useSettings } from '../../../settings.ts'
import { useAwake } from '../../../ui/use-awake.ts'

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void
}

/** The sandbox's accounts, one press each to fill the form; nothing in production. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { demoAccounts } = useSettings()
  const awake = useAwake()
  if (demoAccounts.length === 0) return null
  return (
    <section className="accounts">
      <p className="cap">Sandbox accounts</p>
      <div className="act">
        {demoAccounts.map((account) => (
          <button
            key={account.email}
            type="button"
            disabled={!awake}
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
