import { readDraft, saveDraft } from '../../ui/forms/form-draft.ts'
import type { Choice } from './choice.ts'

const DRAFT_NAME = 'palette'
const MAX_CHOICES = 5

/** Reads the user's last choices, newest first. Like drafts they are stored per tab and removed on sign-out. */
export function readRecentChoices(email: string): Choice[] {
  const { recent } = readDraft(email, DRAFT_NAME, { recent: [] as unknown[] })
  return Array.isArray(recent) ? recent.filter(isChoice) : []
}

export function saveRecentChoice(email: string, { to, name, about }: Choice): void {
  const others = readRecentChoices(email).filter((other) => other.to !== to)
  const choice = about ? { to, name, about } : { to, name }
  saveDraft(email, DRAFT_NAME, { recent: [choice, ...others].slice(0, MAX_CHOICES) })
}

/** Validates stored data. Only same-origin paths are accepted. */
function isChoice(stored: unknown): stored is Choice {
  const { to, name } = (stored ?? {}) as Partial<Choice>
  return typeof name === 'string' && typeof to === 'string' && /^\/(?![/\\])/.test(to)
}
