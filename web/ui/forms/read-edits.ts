import { readDraft } from './form-draft.ts'

/**
 * Reads a draft that contains the values from before the edits as `base`. Returns the edited fields of the draft on top
 * of the current values, which another user may have changed since.
 */
export function readEdits<Fields extends object>(
  email: string,
  form: string,
  current: Fields,
): Fields {
  const { base, draft } = readDraftWithBase(email, form, current)
  return mergeEdits(current, base, draft)
}

/** Reads a draft and the values from before its edits. Both are the current values if there is no draft. */
export function readDraftWithBase<Fields extends object>(
  email: string,
  form: string,
  current: Fields,
): { base: Fields; draft: Fields } {
  const { base, ...draft } = readDraft(email, form, { ...current, base: current })
  return { base, draft: draft as Fields }
}

/** Returns the current values, with the fields of the draft that differ from `base`. */
export function mergeEdits<Fields extends object>(
  current: Fields,
  base: Fields,
  draft: Fields,
): Fields {
  const edited = listChanges(base, draft)
  return { ...current, ...Object.fromEntries(edited.map((name) => [name, draft[name]])) }
}

/** Returns the names of the fields that differ. */
export function listChanges<Fields extends object>(
  before: Fields,
  after: Fields,
): (keyof Fields & string)[] {
  const names = Object.keys(before) as (keyof Fields & string)[]
  return names.filter((name) => toText(before[name]) !== toText(after[name]))
}

/** Returns the JSON without the keys of list entries, which differ from form to form. */
const toText = (value: unknown) =>
  JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))
