import { keepDraft, readDraft } from '../../ui/forms/form-draft.ts'
import type { Choice } from './choice.ts'

const FORM = 'palette'
const KEPT = 5

/** Where one was led lately, newest first: kept for the tab as drafts are, and gone when one logs out. */
export function readRecent(email: string): Choice[] {
  const { recent } = readDraft(email, FORM, { recent: [] as unknown[] })
  return Array.isArray(recent) ? recent.filter(isChoice) : []
}

export function keepRecent(email: string, { to, name, about }: Choice): void {
  const others = readRecent(email).filter((other) => other.to !== to)
  const choice = about ? { to, name, about } : { to, name }
  keepDraft(email, FORM, { recent: [choice, ...others].slice(0, KEPT) })
}

/** Whatever stands in the storage leads nowhere but to the shop's own pages. */
function isChoice(kept: unknown): kept is Choice {
  const { to, name } = (kept ?? {}) as Partial<Choice>
  return typeof name === 'string' && typeof to === 'string' && /^\/(?![/\\])/.test(to)
}
