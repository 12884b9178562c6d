import { pages } from '@freehub/contract/pages'
import { matchPath } from 'react-router'
import { tryStorage } from '../../api/storage.ts'
import { readStored, store } from '../../api/use-stored.ts'

/** A screen that the user has opened. `about`: the kind of object that the screen shows, such as `Order`. */
export interface Visit {
  to: string
  name: string
  about?: string
}

interface StoredVisits {
  email: string
  visits: Visit[]
}

const KEY = 'recentVisits'
const MAX_VISITS = 20
const TITLE_END = ' · Freehub'

/** The kind of object that each stored screen shows. Empty for a screen without an object. */
const STORED_SCREENS: Partial<Record<keyof typeof pages, string>> = {
  order: 'Order',
  part: 'Part',
  person: 'User',
  stock: 'Product',
  editProduct: 'Product',
  savedList: 'Saved list',
  job: 'Job',
  partImport: 'Import',
  allParts: '',
  cart: '',
  wheelBuilder: '',
  orderPad: '',
  overview: '',
  myOrders: '',
  savedLists: '',
  ownNumbers: '',
  bikes: '',
  jobs: '',
  account: '',
  manageOrders: '',
  newOrder: '',
  addProduct: '',
  makeAdmin: '',
  manageReviews: '',
  manageProducts: '',
  importProducts: '',
}

/** Stores opened screens with their titles. Returns a cleanup for the sign-out, which removes the stored screens. */
export function followVisits(email: string): () => void {
  const record = () => saveVisit(email, location.pathname, document.title)
  const observer = new MutationObserver((changes) => {
    // The title of the previous screen stays until the next screen has loaded.
    if (changes.some(isTitleChange) && !document.querySelector('title[data-kept]')) record()
  })
  observer.observe(document.head, { childList: true, characterData: true, subtree: true })
  record()
  return () => {
    observer.disconnect()
    tryStorage(() => localStorage.removeItem(KEY))
  }
}

const isTitleChange = ({ target, addedNodes }: MutationRecord) =>
  [target, target.parentNode, ...addedNodes].some((node) => node?.nodeName === 'TITLE')

/** Stores a visit as the newest one. Ignores screens that are not in STORED_SCREENS, and pages that do not exist. */
function saveVisit(email: string, path: string, title: string): void {
  const about = getKind(path)
  if (about === undefined || !title.endsWith(TITLE_END) || / Not Found · /.test(title)) return
  const name = title.slice(0, -TITLE_END.length)
  const others = readVisits(email).filter(({ to }) => to !== path)
  const visit = about && !name.startsWith(about) ? { to: path, name, about } : { to: path, name }
  store(KEY, { email, visits: [visit, ...others].slice(0, MAX_VISITS) } satisfies StoredVisits)
}

function getKind(path: string): string | undefined {
  const [name] =
    Object.entries(pages).find(([, pattern]) =>
      matchPath({ path: pattern, caseSensitive: true }, path),
    ) ?? []
  return STORED_SCREENS[name as keyof typeof pages]
}

/** Returns the user's visits, newest first. */
export function readVisits(email: string): Visit[] {
  const stored = readStored<Partial<StoredVisits> | null>(KEY, null)
  return stored?.email === email && Array.isArray(stored.visits)
    ? stored.visits.filter(isVisit)
    : []
}

/** Validates stored data. Accepts only same-origin paths. */
function isVisit(stored: unknown): stored is Visit {
  const { to, name } = (stored ?? {}) as Partial<Visit>
  return typeof name === 'string' && typeof to === 'string' && /^\/(?![/\\])/.test(to)
}

const MAX_RECENT = 6
const MAX_RECENT_SCREENS = 2

/** Returns the visits to show, without the current screen. At most two of these screens show no object. */
export function listRecent(visits: Visit[], currentPath: string): Visit[] {
  let screens = 0
  return visits
    .filter(
      ({ to }) => to !== currentPath && (getKind(to) !== '' || ++screens <= MAX_RECENT_SCREENS),
    )
    .slice(0, MAX_RECENT)
}
