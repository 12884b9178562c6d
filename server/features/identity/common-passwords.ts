import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORD_COUNT = 3_000

/** From the list of zxcvbn, ordered by frequency in leaks. */
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= MINIMUM_PASSWORD_LENGTH)
    .slice(0, COMMON_PASSWORD_COUNT),
)

/** Whether an attacker would try this password first. Ignores case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
