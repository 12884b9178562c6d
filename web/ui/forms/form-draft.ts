const PREFIX = 'formDraft:'

/** The e-mail is part of the key, so the next user in this tab does not see the draft. */
const storageKey = (email: string, form: string) => `${PREFIX}${email}:${form}`

/** Reads a user's unsent form values. Fields whose type differs from the default are ignored. */
export function readDraft<Fields extends object>(
  email: string,
  form: string,
  defaults: Fields,
): Fields {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(email, form)) ?? '{}')
    const matchesDefault = ([field, value]: [string, unknown]) =>
      typeof value === typeof defaults[field as keyof Fields]
    return {
      ...defaults,
      ...Object.fromEntries(Object.entries(stored ?? {}).filter(matchesDefault)),
    }
  } catch {
    // Storage is blocked or holds invalid JSON: use the defaults.
    return defaults
  }
}

export function saveDraft(email: string, form: string, values: object): void {
  try {
    sessionStorage.setItem(storageKey(email, form), JSON.stringify(values))
  } catch {
    // Storage is blocked or full: the form works without drafts.
  }
}

export function clearDraft(email: string, form: string): void {
  try {
    sessionStorage.removeItem(storageKey(email, form))
  } catch {
    // Storage is blocked: there is no draft.
  }
}

/** Removes all drafts on sign-out, so that the next user of the browser cannot read them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked: there are no drafts.
  }
}
