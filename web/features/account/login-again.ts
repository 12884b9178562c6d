import { sentenceOf } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { keepReturnAddress } from '../identity/return-address.ts'
import { signOut } from '../identity/session.ts'

/** Leads over the login back to the account; who is signed out here is sent there by his screen. */
export function loginAgain(): void {
  keepReturnAddress(paths.account)
  signOut().catch((error) => void showToast(sentenceOf(error), 'error'))
}
