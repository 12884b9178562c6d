import type { PartDetails } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { partDetailsQuery } from '../part/part-queries.ts'

/** Reads the details of a part when a form opens. Later refetches do not change `seen`, unless `reload` starts them. */
export function useOpenedDetails(id: string) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...partDetailsQuery(id),
    staleTime: 0,
  })
  const [seen, setSeen] = useState<PartDetails>()
  if (!seen && data && isFetchedAfterMount) setSeen(data)
  const reload = () => void refetch().then(({ data: latest }) => latest && setSeen(latest))
  return { seen, setSeen, error, reload }
}
