import { formatDollars } from '@freehub/contract/money'
import type { OrderStage } from '@freehub/contract/orders/orders'
import type { PaletteQuery, PaletteResults } from '@freehub/contract/palette/calls'
import type { PersonDetails } from '@freehub/contract/users/user-schemas'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { paths } from '../../paths.ts'
import type { Actions, OrderTarget, Outcome, TargetAction } from './actions.ts'
import { matchesName } from './matches-name.ts'
import { type ActionQuery, parseActionQuery } from './parse-action-query.ts'
import type { Visit } from './visits.ts'

/** A row of the palette. */
export interface Choice {
  /** An id that is unique among the rows. */
  id: string
  name: string
  /** The icon of an action. */
  icon?: LucideIcon
  /** Details that distinguish rows with the same name. */
  about?: string | undefined
  outcome: Outcome
}

export interface Group {
  name: string
  choices: Choice[]
}

/** The rows that the palette shows to a user, apart from search results. */
export interface PaletteRows {
  actions: Actions
  /** Screens of the dashboard menu and public screens. */
  screens: { to: string; name: string }[]
  recent: Visit[]
  /** The order, part or user that the current screen shows. */
  subject?: Subject | undefined
  staff?: StaffResults | undefined
}

/** The labels, paths and queries of results for staff. */
export interface StaffResults {
  people: string
  personPath: (email: string) => string
  personQuery: (idOrEmail: string) => UseQueryOptions<PersonDetails>
  allOrdersPath: string
  archivedPath: (search: string) => string
}

export type Subject =
  | { kind: 'orders'; name: string; target: OrderTarget }
  | { kind: 'parts'; name: string; target: PaletteResults['parts'][number] }
  | { kind: 'people'; name: string; target: PaletteResults['people'][number] }

/** The fields that only the search of the palette returns, for parts from other calls. */
export const emptySearchFields = { sku: null, code: null, isExact: false, isArchived: false }

/** A query for the server, and the actions that can use its results as targets. */
export interface Request {
  text: string
  query: Partial<PaletteQuery>
  intent: ActionQuery<TargetAction> | undefined
}

/**
 * Converts typed text to a query. For `ship` or `ship 1042`, the query finds only targets of the action. For
 * `ship stem`, it finds all kinds of results. For `edit stem`, it searches for `stem`, because orders and parts have
 * an action with `edit`.
 */
export function parseRequest(text: string, { onTargets }: Actions): Request {
  const intent = parseActionQuery(text, onTargets)
  const [first] = intent?.actions ?? []
  const stage = intent && findStage(intent.actions)
  if (!intent || !first || (intent.target === '' && !stage))
    return { text, query: { search: text }, intent: undefined }
  const { target, isWholeVerb } = intent
  if (intent.actions.some(({ kind }) => kind !== first.kind))
    return { text, query: { search: target }, intent }
  const findsOnlyTargets = target === '' ? isWholeVerb : /\d/.test(target)
  const query = { kind: first.kind, target, ...(stage && { stage }) }
  return { text, query: findsOnlyTargets ? query : { search: text, ...query }, intent }
}

/** Returns the stage of the actions if each is possible in this stage only. */
function findStage(actions: TargetAction[]): OrderStage | undefined {
  const stages = actions.map((action) => (action.kind === 'orders' ? action.stages : []))
  const [stage] = stages[0] ?? []
  return stages.every((list) => list.length === 1 && list[0] === stage) ? stage : undefined
}

/**
 * Groups rows without duplicates. Actions on targets and exact matches come first if the query contains a digit,
 * otherwise after the rows that need no search. The other results come last.
 */
export function buildGroups(rows: PaletteRows, query: string, answer: Answer | undefined): Group[] {
  const local = query === '' ? listStartGroups(rows) : listMatchingGroups(rows, query)
  if (query === '') return removeDuplicates(local)
  const { best, others } = answer ? groupResults(rows, answer) : { best: [], others: [] }
  const found = hasDigit(query) ? [...best, ...local] : [...local, ...best]
  return removeDuplicates([...found, ...others])
}

/** True if the query contains a digit, as the numbers of orders and parts do. Names of actions contain none. */
export const hasDigit = (query: string) => /\d/.test(query)

/** Removes duplicate rows and empty groups. */
function removeDuplicates(groups: Group[]): Group[] {
  const seen = new Set<string>()
  const isNew = ({ id }: Choice) => !seen.has(id) && Boolean(seen.add(id))
  return groups
    .map(({ name, choices }) => ({ name, choices: choices.filter(isNew) }))
    .filter(({ choices }) => choices.length > 0)
}

/**
 * Lists the groups for an empty query: actions on the subject of the screen, recent screens, other actions, all
 * screens.
 */
function listStartGroups(rows: PaletteRows): Group[] {
  const { actions, screens, recent, subject } = rows
  const onSubject = subject
    ? removeOrderNumber(listTargetActions(actions.onTargets, subject), subject)
    : []
  const others = actions.onTargets.filter(
    ({ name }) => !onSubject.some(({ id }) => id.startsWith(`${name}:`)),
  )
  return [
    ...(subject ? [{ name: subject.name, choices: onSubject }] : []),
    { name: 'Recent', choices: recent.map(toScreenChoice) },
    {
      name: 'Actions',
      choices: [
        ...others.map((action) => toTemplateChoice(action, rows)),
        ...actions.plain.map(toActionChoice),
      ],
    },
    { name: 'Screens', choices: screens.map(toScreenChoice) },
  ]
}

/** Shortens `Invoice for Order FH-104216` to `Invoice`, below a heading with the number. */
function removeOrderNumber(choices: Choice[], { kind, target }: Subject): Choice[] {
  if (kind !== 'orders') return choices
  const ending = RegExp(`( for Order| of| to)? ${target.orderNumber}`)
  return choices.map((choice) => ({ ...choice, name: choice.name.replace(ending, '') }))
}

/** Lists the actions and screens whose names match the query. These need no search by the server. */
function listMatchingGroups(rows: PaletteRows, query: string): Group[] {
  const { actions, screens, recent, subject } = rows
  const matches = ({ name }: Choice) => matchesName(query, name)
  const onSubject = subject ? listTargetActions(actions.onTargets, subject) : []
  const templates = actions.onTargets.filter(({ name, verbs }) => matchesName(query, name, verbs))
  const plain = actions.plain.filter(({ name, synonyms }) => matchesName(query, name, synonyms))
  const actionChoices = [
    ...onSubject.filter(matches),
    ...templates.map((action) => toTemplateChoice(action, rows)),
    ...plain.map(toActionChoice),
  ]
  const screenChoices = screens.map(toScreenChoice).filter(matches)
  const begins = ({ name }: Choice) => name.toLowerCase().startsWith(query.toLowerCase())
  const groups = [
    { name: 'Actions', choices: actionChoices },
    { name: 'Screens', choices: screenChoices },
  ]
  // `cart` opens the cart: its name begins with the query, and `Add to Cart` does not.
  if (screenChoices.some(begins) && !actionChoices.some(begins)) groups.reverse()
  return [{ name: 'Recent', choices: recent.map(toScreenChoice).filter(matches) }, ...groups]
}

const toScreenChoice = ({ to, name, about }: Visit): Choice => ({
  id: to,
  name,
  about,
  outcome: { to },
})
const toActionChoice = ({
  icon,
  name,
  synonyms,
  ...outcome
}: Actions['plain'][number]): Choice => ({
  id: `action:${name}`,
  name,
  icon,
  outcome,
})

const ABOUT_TARGET = {
  orders: 'Number or customer',
  parts: 'Number or name',
  people: 'Email or name',
}

/** A row that asks for the target of an action. */
const toTemplateChoice = (
  { icon, name, verbs, kind }: TargetAction,
  { staff }: PaletteRows,
): Choice => ({
  id: `action:${name}`,
  icon,
  name: `${name.replace('…', '')}…`,
  about: kind === 'orders' && !staff ? 'Number or part' : ABOUT_TARGET[kind],
  outcome: { fill: `${verbs.split(' ')[0]} ` },
})

/** Lists the actions that are possible for an order, a part or a user. */
function listTargetActions(actions: TargetAction[], subject: Subject): Choice[] {
  return actions.flatMap((action) => {
    const outcome = getOutcome(action, subject)
    return outcome ? toTargetChoice(action, subject, outcome) : []
  })
}

function getOutcome(action: TargetAction, subject: Subject): Outcome | undefined {
  if (action.kind === 'orders' && subject.kind === 'orders') {
    const { target } = subject
    return action.stages.includes(target.stage) ? action.getOutcome(target) : undefined
  }
  if (action.kind === 'parts' && subject.kind === 'parts' && !subject.target.isArchived)
    return action.getOutcome(subject.target)
  if (action.kind === 'people' && subject.kind === 'people')
    return action.getOutcome(subject.target)
  return undefined
}

/** Converts an action with a target to a row: `Ship Order…` becomes `Ship Order FH-104216`. */
function toTargetChoice(action: TargetAction, subject: Subject, outcome: Outcome): Choice {
  const { icon, name } = action
  const ownLabel =
    action.kind === 'orders' && subject.kind === 'orders' && action.getLabel?.(subject.target)
  const label = ownLabel || getLabel(subject)
  const { kind, target } = subject
  return {
    id: `${name}:${kind === 'people' ? target.email : target._id}`,
    name: `${name.replace('…', '')} ${label}`,
    icon,
    outcome,
  }
}

/** Returns the text that identifies a subject: order number, name of the part, or email. */
function getLabel({ kind, target }: Subject): string {
  if (kind === 'orders') return target.orderNumber
  return kind === 'parts' ? target.name : target.email
}

/** The names of the group with an action on each target. */
const TARGET_GROUPS = { orders: 'For an order', parts: 'For a product', people: 'For a user' }

interface Answer {
  request: Request
  results: PaletteResults
}

/** Groups the server's results: those that a query most likely means (`best`), and all others. */
function groupResults({ staff }: PaletteRows, { request, results }: Answer) {
  const { intent, text } = request
  const subjects = toSubjects(results)
  const listSubjects = (kind: Subject['kind']) =>
    subjects.filter((subject) => subject.kind === kind)
  const listOnTargets = (kind: Subject['kind']) =>
    listSubjects(kind).flatMap((subject) =>
      listTargetActions(intent?.actions ?? [], subject).map((choice) => ({
        ...choice,
        about: describeTarget(subject, Boolean(staff), !request.query.stage),
      })),
    )
  const toChoices = (list: Subject[]) => list.map((subject) => toResultChoice(subject, staff))
  const listChoices = (kind: Subject['kind']) => toChoices(listSubjects(kind))
  const exact = subjects.filter(
    (subject) => subject.kind !== 'people' && 'isExact' in subject.target && subject.target.isExact,
  )
  const search = intent?.target || text
  const orders = [{ name: 'Orders', choices: listChoices('orders') }]
  const kinds = new Set([...exact, ...subjects].map(({ kind }) => kind))
  const best = [
    ...Array.from(kinds, (kind) => ({ name: TARGET_GROUPS[kind], choices: listOnTargets(kind) })),
    { name: 'Exact match', choices: toChoices(exact) },
  ]
  // A complete verb without a target lists only the targets for which the action is possible.
  if (intent?.target === '' && intent.isWholeVerb) return { best, others: [] }
  return {
    best,
    others: [
      ...(staff ? orders : []),
      { name: 'Parts', choices: listChoices('parts') },
      ...(staff ? [] : orders),
      ...(staff ? [{ name: staff.people, choices: listChoices('people') }] : []),
      { name: SEARCH_GROUP, choices: listSearches(search, staff?.allOrdersPath) },
    ],
  }
}

/** The name of the last group, which contains links to search screens instead of results. */
export const SEARCH_GROUP = 'Search'

function listSearches(search: string, allOrdersPath = ''): Choice[] {
  const partsPath = paths.filteredParts({ search })
  const ordersPath = `${allOrdersPath}?${new URLSearchParams({ search })}`
  return [
    { id: partsPath, name: `Search all parts for “${search}”`, outcome: { to: partsPath } },
    ...(allOrdersPath
      ? [{ id: ordersPath, name: `Search all orders for “${search}”`, outcome: { to: ordersPath } }]
      : []),
  ]
}

function toSubjects({ parts, orders, people }: PaletteResults): Subject[] {
  return [
    ...orders.map((target) => ({ kind: 'orders' as const, name: target.orderNumber, target })),
    ...parts.map((target) => ({ kind: 'parts' as const, name: target.name, target })),
    ...people.map((target) => ({ kind: 'people' as const, name: target.email, target })),
  ]
}

function toResultChoice(subject: Subject, staff: PaletteRows['staff']): Choice {
  const to = toPath(subject, staff)
  const about = describeTarget(subject, Boolean(staff))
  return { id: to, name: subject.name, about, outcome: { to } }
}

function toPath({ kind, target }: Subject, staff: PaletteRows['staff']): string {
  if (kind === 'people') return staff?.personPath(target.email) ?? ''
  if (kind === 'orders') return paths.order(target._id)
  const { isArchived, sku, name, _id } = target
  return isArchived && staff ? staff.archivedPath(sku ?? name) : paths.part(_id)
}

/** Separates details. The no-break space keeps the dot beside the next detail if the line breaks. */
const SEPARATOR = ' ·\u00a0'

/** Describes a target. Leaves out the stage of an order if `showsStage` is false. */
function describeTarget({ kind, target }: Subject, isStaff: boolean, showsStage = true): string {
  if (kind === 'people') return target.name
  if (kind === 'parts')
    return [target.isArchived && 'Archived', target.code, target.sku]
      .filter(Boolean)
      .join(SEPARATOR)
  const { productName, totalPrice, name, stage } = target as PaletteResults['orders'][number]
  return [showsStage && stage, isStaff && name, productName, formatDollars(totalPrice)]
    .filter(Boolean)
    .join(SEPARATOR)
}
