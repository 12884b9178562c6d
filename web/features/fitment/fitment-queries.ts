import type { CopiedLines } from '@freehub/contract/cart/cart'
import type { Part } from '@freehub/contract/catalog/parts'
import { CACHE_TTL_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type {
  BikeProfile,
  BuildJob,
  BuildJobChange,
  BuildJobEntry,
  FitCheck,
  FitInterface,
  ListedBuildJob,
  NewBuildJob,
  NewProfile,
  ProfileChange,
  WheelPart,
  WheelParts,
  WheelPartsSearch,
  WheelPlan,
  WheelQuery,
} from '@freehub/contract/fitment/fitment'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { deleteOnce } from '../../api/delete-once.ts'
import { getQuery } from '../../api/get-query.ts'
import { refetchInAllTabs } from '../../api/other-tabs.ts'

/** The purposes of a fit check without a bike profile. stock: separate parts. wheel, bike: the parts of one unit. */
export const PURPOSES = ['stock', 'wheel', 'bike']

/** `purpose`: one of `PURPOSES`, or the id of a bike profile. */
export const fitCheckQuery = (productIds: string[], purpose: string) =>
  queryOptions({
    queryKey: [...FIT_CHECKS_QUERY_KEY, purpose, productIds],
    queryFn: ({ signal }) => {
      const isPublic = PURPOSES.includes(purpose)
      const body = { productIds, ...(isPublic ? { as: purpose } : { profileId: purpose }) }
      return call<FitCheck>('POST', '/api/fit-checks', { body, withoutToken: isPublic, signal })
    },
    enabled: productIds.length > 0,
    staleTime: CACHE_TTL_MS,
    // Without parts, the screen must not show the check of the previous parts.
    placeholderData: productIds.length > 0 ? keepPreviousData : undefined,
  })

export const jobCheckQuery = (jobId: string, version: number) =>
  queryOptions({
    queryKey: [...JOBS_QUERY_KEY, jobId, 'check', version],
    queryFn: ({ signal }) => call<FitCheck>('POST', '/api/fit-checks', { body: { jobId }, signal }),
    placeholderData: keepPreviousData,
  })

export const wheelPartsQuery = {
  ...getQuery<WheelParts>(['wheel-parts'], '/api/wheel-parts', { withoutToken: true }),
  staleTime: CACHE_TTL_MS,
}

/** Returns the query for the hubs or rims that match a search. Does not fetch without a search text. */
export const wheelPartsSearchQuery = ({ kind, search }: WheelPartsSearch) => ({
  ...getQuery<WheelPart[]>(
    ['wheel-parts', kind, search],
    `/api/wheel-parts/search?${new URLSearchParams({ kind, search })}`,
    { withoutToken: true },
  ),
  enabled: search !== '',
  staleTime: CACHE_TTL_MS,
  placeholderData: keepPreviousData,
})

/** Returns the query for the name of a chosen part that is not among the options. */
export const chosenPartQuery = (id: string) =>
  getQuery<Pick<Part, 'name'>>([PARTS_QUERY_KEY, id, 'name'], `/parts/${encodeURIComponent(id)}`, {
    withoutToken: true,
  })

export const wheelPlanQuery = (query: WheelQuery | undefined) =>
  queryOptions({
    queryKey: ['wheel-plans', query],
    queryFn: ({ signal }) =>
      call<WheelPlan>('POST', '/api/wheel-plans', { body: query, withoutToken: true, signal }),
    enabled: query !== undefined,
    staleTime: CACHE_TTL_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const interfacesQuery = {
  ...getQuery<FitInterface[]>(['interfaces'], '/api/interfaces', { withoutToken: true }),
  staleTime: CACHE_TTL_MS,
}

/** Prefixes of the keys of all queries of jobs, of bike profiles and of fit checks. */
export const JOBS_QUERY_KEY = ['jobs']
const PROFILES_QUERY_KEY = ['bike-profiles']
const FIT_CHECKS_QUERY_KEY = ['fit-checks']

const toJobPath = (id: string) => `/api/jobs/${encodeURIComponent(id)}`
const toProfilePath = (id: string) => `/api/bike-profiles/${encodeURIComponent(id)}`

export const jobsQuery = getQuery<ListedBuildJob[]>([...JOBS_QUERY_KEY, 'all'], '/api/jobs')
export const jobQuery = (id: string) => getQuery<BuildJob>([...JOBS_QUERY_KEY, id], toJobPath(id))
export const profilesQuery = getQuery<BikeProfile[]>(PROFILES_QUERY_KEY, '/api/bike-profiles')

/** Refetches the bike profiles, and the fit checks, which depend on them, in all tabs. */
export function refetchProfiles(client: QueryClient): void {
  void refetchInAllTabs(client, PROFILES_QUERY_KEY)
  void refetchInAllTabs(client, FIT_CHECKS_QUERY_KEY)
}

/** Updates a changed bike profile in the cache, so that another change before the refetch is not refused. */
export function updateListedProfile(client: QueryClient, changed: BikeProfile): void {
  client.setQueryData(profilesQuery.queryKey, (profiles) =>
    profiles?.map((profile) => (profile._id === changed._id ? changed : profile)),
  )
}

export const addJob = (body: NewBuildJob, headers: Record<string, string>) =>
  call<BuildJobEntry>('POST', '/api/jobs', { body, headers })
export const changeJob = (id: string, body: BuildJobChange) =>
  call<BuildJob>('PATCH', toJobPath(id), { body })
export const deleteJob = (id: string) => deleteOnce(toJobPath(id))
export const addJobToCart = (id: string, headers: Record<string, string>) =>
  call<CopiedLines>('POST', `${toJobPath(id)}/cart`, { headers })

export const addProfile = (body: NewProfile, headers: Record<string, string>) =>
  call<BikeProfile>('POST', '/api/bike-profiles', { body, headers })
export const changeProfile = (id: string, body: ProfileChange) =>
  call<BikeProfile>('PUT', toProfilePath(id), { body })
export const deleteProfile = (id: string) => deleteOnce(toProfilePath(id))
