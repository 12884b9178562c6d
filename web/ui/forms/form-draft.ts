import { tryStorage } from '../../api/storage.ts'
import type { KeyStorage } from '../../api/use-create.ts'

const PREFIX = 'formDraft:'

/**
 * Returns the storage key. It contains the user's email, so that the next user of this tab does not see the draft. The
 * email is empty in a form that needs no sign-in.
 */
const storageKey = (email: string, form: string) => `${PREFIX}${email}:${form}`

/** Reads a user's unsent form values. Ignores fields with another type than their default. */
export function readDraft<Fields extends object>(
  email: string,
  form: string,
  defaults: Fields,
): Fields {
  const stored: object | null | undefined = tryStorage(() =>
    JSON.parse(sessionStorage.getItem(storageKey(email, form)) ?? '{}'),
  )
  const isSameType = ([field, value]: [string, unknown]) =>
    typeof value === typeof defaults[field as keyof Fields]
  return { ...defaults, ...Object.fromEntries(Object.entries(stored ?? {}).filter(isSameType)) }
}

export function saveDraft(email: string, form: string, values: object): void {
  tryStorage(() => sessionStorage.setItem(storageKey(email, form), JSON.stringify(values)))
}

/** Removes the draft, and the idempotency key of its request. */
export function clearDraft(email: string, form: string): void {
  tryStorage(() => {
    sessionStorage.removeItem(storageKey(email, form))
    sessionStorage.removeItem(storageKey(email, keyName(form)))
  })
}

const keyName = (form: string) => `${form}:key`

/** Stores the idempotency key of a form's request until `clearDraft` removes the draft. */
export const createKeyStorage = (email: string, form: string): KeyStorage => ({
  read: () => readDraft(email, keyName(form), { body: '', key: '', isUnconfirmed: false }),
  save: (value) => saveDraft(email, keyName(form), value),
})

/** Removes this tab's drafts on sign-out, so that the next user of the tab cannot read them. */
export function clearDrafts(): void {
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  })
}
