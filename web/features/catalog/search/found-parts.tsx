import type { Family } from '@freehub/contract/catalog/parts'
import { type PartsWanted, partsWantedQuery } from '@freehub/contract/catalog/parts-wanted'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { sentenceOf } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PartCells } from '../part-cells.tsx'
import type { PartsPage } from './all-parts-queries.ts'
import { PARTS_FOUND } from './finder-ids.ts'
import { nothingFoundInWords, partsInWords, takenForInWords } from './found-in-words.ts'
import { FoundStatus } from './found-status.tsx'
import { MoreParts } from './more-parts.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { Want } from './use-parts-wanted.ts'

interface FoundPartsProps {
  wanted: PartsWanted
  want: Want
  families: Family[] | undefined
  list: UseInfiniteQueryResult<InfiniteData<PartsPage>>
}

const Cells = memo(PartCells)

/** The parts that were found. While others are looked for, these stay where they are. */
export function FoundParts({ wanted, want, families, list }: FoundPartsProps) {
  const { data, isPlaceholderData: stale } = list
  const answered = useAnswered(wanted, stale)
  const parts = useMemo(() => data?.pages.flatMap((page) => page.parts) ?? [], [data])
  const [first] = data?.pages ?? []
  const { total, searchedFor } = first ?? {}
  const offline = list.fetchStatus === 'paused' && (stale || !data)
  const taken = searchedFor && total ? takenForInWords(answered.search, searchedFor) : ''
  const none = total === 0 ? nothingFoundInWords(answered) : ''
  const count = first && total ? partsInWords(first) : ''

  return (
    <section
      id={PARTS_FOUND}
      className="found"
      aria-label="Parts"
      aria-busy={stale || undefined}
      tabIndex={-1}
    >
      <FoundStatus settled={Boolean(data) && !stale} words={`${taken} ${none}${count}`.trim()} />
      {offline && <ErrorNote text="You are offline. What you look for comes when you are back." />}
      {list.isPending && !offline && <LoadingScreen />}
      {list.isLoadingError && (
        <ErrorNote text={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {taken && <p className="taken-for">{taken}</p>}
      {none && <NothingFound text={none} wanted={answered} want={want} families={families} />}
      {total ? (
        <>
          {parts.length > 0 ? (
            <Cells heading="h2" parts={parts} />
          ) : (
            <EmptyState text="The list ends before this place." />
          )}
          <MoreParts key={partsWantedQuery(answered).toString()} list={list} wanted={answered} />
        </>
      ) : null}
    </section>
  )
}

/** What the parts on the screen were found for, which is not what is wanted as long as that is looked for. */
function useAnswered(wanted: PartsWanted, stale: boolean): PartsWanted {
  const [answered, setAnswered] = useState(wanted)
  if (!stale && answered !== wanted) setAnswered(wanted)
  return stale ? answered : wanted
}
