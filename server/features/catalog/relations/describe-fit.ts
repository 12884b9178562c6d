import type { PartInterface } from './interface-compatibility.ts'

/** The subject of a sentence: a noun, or the name of a bike or of a part without one. */
export interface Subject {
  name: string
  /** Such as `cassette`. Null for bikes and parts of unknown kind. */
  noun: string | null
  isBike?: boolean
}

interface DescribedNeed {
  member: Subject
  sizes: string[]
}

/** The sizes that a part or bike offers at `other`: the needed interface, or another one of its exclusive group. */
interface DescribedOffer {
  subject: Subject
  other: PartInterface
  sizes: string[]
}

/** Describes a conflict: "This cassette needs an HG freehub. The hub has Micro Spline." */
export function describeConflict(
  definition: PartInterface,
  need: DescribedNeed,
  { subject, other, sizes }: DescribedOffer,
): string {
  const isRival = other !== definition
  const phrase = (isRival && other.words?.other) || formatPredicate(other, subject, sizes)
  // Some interfaces describe the other part with a sentence: "Disc pads do not fit."
  const isSentence = phrase.endsWith('.')
  return `${describeNeed(definition, need)} ${isSentence ? phrase : `${formatSubject(subject)} ${phrase}.`}`
}

/** Describes a met need: "The cassette needs an HG freehub, and the hub has HG for 8 to 10 speeds." */
export function describeMetNeed(
  definition: PartInterface,
  need: DescribedNeed,
  { subject, sizes }: DescribedOffer,
): string {
  const offering = formatSubject(subject)
  const offeringInside = subject.noun ? offering.replace('The', 'the') : offering
  const extra = findExtra(definition, need.sizes, sizes)
  const sentence = `${formatSubject(need.member)} needs ${formatNeed(definition, need.sizes)}, and ${offeringInside} ${formatPredicate(definition, subject, sizes)}.`
  return extra ? `${sentence} Add ${extra}.` : sentence
}

/** Returns the additional item that is needed. Undefined if an offered size fits without an additional item. */
function findExtra({ extras }: PartInterface, needed: string[], offered: string[]) {
  const found = needed.flatMap((size) => offered.map((other) => extras?.[size]?.[other]))
  return found.every(Boolean) ? found[0] : undefined
}

/** Describes two needs that conflict: "This cassette needs a 9-speed chain. The derailleur needs a 12-speed chain." */
export function describeConflictingNeeds(
  definition: PartInterface,
  need: DescribedNeed,
  other: DescribedNeed,
): string {
  const { noun } = other.member
  const rival =
    noun && noun === need.member.noun ? `The other ${noun}` : formatSubject(other.member)
  return `${describeNeed(definition, need)} ${rival} needs ${formatNeed(definition, other.sizes)}.`
}

/** Describes a need: "This cassette needs an HG freehub." */
export function describeNeed(definition: PartInterface, { member, sizes }: DescribedNeed): string {
  return `${member.noun ? `This ${member.noun}` : member.name} needs ${formatNeed(definition, sizes)}.`
}

/** Describes an offer: "This hub has HG for 8 to 10 speeds." */
export function describeOffer(
  definition: PartInterface,
  { noun, name }: Subject,
  sizes: string[],
): string {
  return `${noun ? `This ${noun}` : name} ${formatOffer(definition, sizes)}.`
}

const formatSubject = ({ noun, name }: Subject) => (noun ? `The ${noun}` : name)

/** Returns the predicate for an offer: a rim "is 622 mm", a bike "has a 622 mm rim". */
function formatPredicate(definition: PartInterface, { isBike }: Subject, sizes: string[]): string {
  return isBike ? formatBike(definition, sizes) : formatOffer(definition, sizes)
}

/** Caches phrases by definition and sizes, because a set of 500 parts repeats a few phrases. */
function memoize(format: (definition: PartInterface, sizes: string[]) => string): typeof format {
  const phraseCache = new WeakMap<PartInterface, Map<string, string>>()
  return (definition, sizes) => {
    const cached = phraseCache.get(definition) ?? new Map<string, string>()
    phraseCache.set(definition, cached)
    const key = sizes.join('|')
    const phrase = cached.get(key) ?? format(definition, sizes)
    cached.set(key, phrase)
    return phrase
  }
}

/** Formats a need: "an 11-speed chain". Joins alternatives with "or". */
export const formatNeed = memoize(buildNeedPhrase)

/** Formats an offer: "has 104 mm 4-arm and 64 mm 4-arm". */
const formatOffer = memoize(buildOfferPhrase)

/** Formats an offer of a bike: "has a 160 mm rotor". */
const formatBike = memoize(buildBikePhrase)

function buildBikePhrase(definition: PartInterface, sizes: string[]): string {
  const { words } = definition
  if (words?.bike)
    return buildOfferPhrase({ ...definition, words: { ...words, offer: words.bike } }, sizes)
  const offer = buildOfferPhrase(definition, sizes)
  // Joins with "and" (`all_needs`), because the bike has all these sizes.
  return /^is\b/.test(offer)
    ? `has ${buildNeedPhrase({ ...definition, all_needs: true }, sizes)}`
    : offer
}

function buildNeedPhrase(definition: PartInterface, sizes: string[]): string {
  const { name, words, all_needs } = definition
  const conjunction = all_needs ? 'and' : 'or'
  if (!words) return `${name} ${joinWords(sizes, conjunction)}`
  const phrases = sizes.map(
    (size) => words.needs?.[size] ?? words.need.replace('{size}', words.sizes?.[size] ?? size),
  )
  if (words.needs) return joinWords(phrases, conjunction)
  const labels = sizes.map((size) => words.sizes?.[size] ?? size)
  return correctArticle(words.need.replace('{size}', joinWords(labels, conjunction)))
}

/** Sizes in `words.offers` have their own phrase. All other sizes share the template `words.offer`. */
function buildOfferPhrase({ name, words, intervals }: PartInterface, sizes: string[]): string {
  if (!words) return `has ${name} ${joinWords(sizes, 'and')}`
  const templateSizes = sizes.filter((size) => words.offers?.[size] === undefined)
  const [from = '', to = ''] = intervals?.[templateSizes[0] ?? ''] ?? []
  const labels = templateSizes.map((size) => words.sizes?.[size] ?? size)
  const phrases = sizes.flatMap((size) => words.offers?.[size] ?? [])
  if (templateSizes.length > 0)
    phrases.push(
      correctArticle(
        words.offer
          .replace('{size}', joinWords(labels, 'and'))
          .replace('{from}', String(from))
          .replace('{to}', String(to)),
      ),
    )
  return joinWords(phrases.map(shortenVerb), 'and')
}

/** Removes the repeated verb: "has a track thread and a freewheel thread", not "and has". */
function shortenVerb(phrase: string, n: number, [first = '']: string[]): string {
  const [verb = ''] = first.split(' ', 1)
  return n > 0 && phrase.startsWith(`${verb} `) ? phrase.slice(verb.length + 1) : phrase
}

function joinWords(words: string[], conjunction: 'and' | 'or'): string {
  const distinct = [...new Set(words)].filter((word) => word !== '')
  if (distinct.length < 2) return distinct.join()
  return `${distinct.slice(0, -1).join(', ')} ${conjunction} ${distinct.at(-1)}`
}

/** Corrects the article: "a 8-speed chain" becomes "an 8-speed chain". */
const correctArticle = (phrase: string) => phrase.replace(/\ba (?=8|11\b|18\b)/g, 'an ')
