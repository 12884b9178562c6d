import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMONEST = 3_000

/** From zxcvbn's list, which is ordered by how often a password was found in leaks. */
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= MINIMUM_PASSWORD_LENGTH)
    .slice(0, COMMONEST),
)

/** True of the passwords that are tried first, however they are capitalised. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
