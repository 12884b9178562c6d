interface Verb {
  /** Words for one action, separated by spaces. */
  verbs: string
}

export interface ActionQuery<Action> {
  actions: Action[]
  /** The typed target of the action. Empty if the text contains only the action. */
  target: string
  isWholeVerb: boolean
}

/** Words between an action and its target. */
const FILLERS = new Set(
  'order orders product part user customer of for the a no nr number to'.split(' '),
)
const MIN_ABBREVIATION = 2
/** Minimum length of an abbreviation before words. A shorter abbreviation is more likely the beginning of a name. */
const MIN_ABBREVIATION_BEFORE_WORDS = 4

/** Reads `ship 1042` or `1042 ship` as a target and the actions whose verbs match. Undefined for other text. */
export function parseActionQuery<Action extends Verb>(
  query: string,
  actions: Action[],
): ActionQuery<Action> | undefined {
  const tokens = query.split(/\s+/).filter(Boolean)
  for (const isVerb of [isWholeVerb, isAbbreviation]) {
    const matching = actions.filter(({ verbs }) => tokens.some((token) => isVerb(token, verbs)))
    const [first] = matching
    if (!first) continue
    const rest = tokens.filter((token) => !isVerb(token, first.verbs))
    const target = rest.filter((token) => !FILLERS.has(token.toLowerCase())).join(' ')
    const verbLength = Math.max(
      ...tokens.filter((token) => !rest.includes(token)).map(({ length }) => length),
    )
    const isPlausible =
      isVerb === isWholeVerb || /\d/.test(target) || verbLength >= MIN_ABBREVIATION_BEFORE_WORDS
    if (isPlausible) return { actions: matching, target, isWholeVerb: isVerb === isWholeVerb }
  }
  return undefined
}

const isWholeVerb = (token: string, verbs: string) => verbs.split(' ').includes(token.toLowerCase())

const isAbbreviation = (token: string, verbs: string) =>
  token.length >= MIN_ABBREVIATION &&
  verbs.split(' ').some((verb) => verb.startsWith(token.toLowerCase()))
