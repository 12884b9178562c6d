import '../../style/orders/pad.css'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { DashboardHead } from '../../ui/page/dashboard-head.tsx'
import { useSession } from '../identity/session.ts'
import { PadEditor } from './pad-editor.tsx'
import { PadTotals } from './pad-totals.tsx'
import { usePad } from './use-pad.ts'

/**
 * The order pad. A pasted list, a file or typed codes become rows, and the rows become a cart.
 */
export default function OrderPadPage() {
  const session = useSession()
  return (
    <div className="pad">
      <DashboardHead title="Order Pad" />
      <p className="max-w-[44em] mb-6 text-ink-2">
        Paste a list from a spreadsheet, an email or an old order. The pad finds parts by part
        number, old number, GTIN, other makers’ numbers and{' '}
        <Link to={paths.ownNumbers}>your own numbers</Link>.
      </p>
      {session.status === 'signedIn' && <Pad key={session.user.email} email={session.user.email} />}
    </div>
  )
}

function Pad({ email }: { email: string }) {
  const pad = usePad(email)
  return (
    <PadEditor
      pad={pad}
      renderTotals={(announce) => <PadTotals pad={pad} email={email} announce={announce} />}
    />
  )
}
