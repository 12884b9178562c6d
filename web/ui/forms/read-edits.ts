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

/**
 * Returns the current values, with the fields of the draft that differ from `base`. `rowKeys` names the key of the rows in
 * a list: if both the draft and the current list differ from `base`, they are merged row by row.
 */
export function mergeEdits<Fields extends object>(
  current: Fields,
  base: Fields,
  draft: Fields,
  rowKeys: { [Name in keyof Fields]?: string } = {},
): Fields {
  const changed = listChanges(base, current)
  const edits = listChanges(base, draft).map((name) => {
    const rowKey = changed.includes(name) && rowKeys[name]
    if (!rowKey) return [name, draft[name]]
    const [rows, baseRows, draftRows] = [current[name], base[name], draft[name]] as [
      Row[],
      Row[],
      Row[],
    ]
    return [name, mergeRows(rows, baseRows, draftRows, rowKey)]
  })
  return { ...current, ...Object.fromEntries(edits) }
}

type Row = Record<string, string>

/**
 * Returns the current rows without those that the draft removes, and with those that it adds or changes, in the order of
 * their keys.
 */
function mergeRows(current: Row[], base: Row[], draft: Row[], key: string): Row[] {
  const find = (rows: Row[], row: Row) => rows.find((other) => other[key] === row[key])
  const edited = draft.filter((row) => toText(row) !== toText(find(base, row)))
  const kept = current.filter((row) => !find(edited, row) && (find(draft, row) || !find(base, row)))
  return [...kept, ...edited].sort((a, b) =>
    String(a[key]).localeCompare(String(b[key]), 'en', { numeric: true }),
  )
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
