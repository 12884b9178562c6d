const PREFIX = 'formDraft:'

/** A draft belongs to one person: whoever signs in next in this tab does not see it. */
const keyOf = (email: string, form: string) => `${PREFIX}${email}:${form}`

/** What this person typed into a form and has not sent yet: each field that is of its default's kind. */
export function readDraft<Fields extends object>(
  email: string,
  form: string,
  defaults: Fields,
): Fields {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(email, form)) ?? '{}')
    const fits = ([field, value]: [string, unknown]) =>
      typeof value === typeof defaults[field as keyof Fields]
    return { ...defaults, ...Object.fromEntries(Object.entries(kept ?? {}).filter(fits)) }
  } catch {
    // Storage is forbidden or holds something else: the form begins as it is.
    return defaults
  }
}

export function keepDraft(email: string, form: string, values: object): void {
  try {
    sessionStorage.setItem(keyOf(email, form), JSON.stringify(values))
  } catch {
    // Storage is forbidden or full: the form works without it.
  }
}

export function dropDraft(email: string, form: string): void {
  try {
    sessionStorage.removeItem(keyOf(email, form))
  } catch {
    // As above.
  }
}

/** Whoever leaves on purpose leaves nothing that he typed to whoever sits down after him. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}
