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
  const { base, ...draft } = readDraft(email, form, { ...current, base: current })
  return mergeEdits(current, base, draft as Fields)
}

/** Returns the current values, with the fields of the draft that differ from `base`. */
export function mergeEdits<Fields extends object>(
  current: Fields,
  base: Fields,
  draft: Fields,
): Fields {
  const names = Object.keys(current) as (keyof Fields)[]
  const edited = names.filter((name) => toText(draft[name]) !== toText(base[name]))
  return { ...current, ...Object.fromEntries(edited.map((name) => [name, draft[name]])) }
}

/** Returns the JSON without the keys of list entries, which differ from form to form. */
const toText = (value: unknown) =>
  JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))
