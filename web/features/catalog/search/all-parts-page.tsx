import '../../../style/catalogue/catalogue.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { AllPartsHead } from './all-parts-head.tsx'
import { allPartsQuery, familiesQuery } from './all-parts-queries.ts'
import { ChosenChips } from './chosen-chips.tsx'
import { partsInWords } from './found-in-words.ts'
import { FoundParts } from './found-parts.tsx'
import { PartsFinder } from './parts-finder.tsx'
import { SortChoice } from './sort-choice.tsx'
import { usePartsWanted } from './use-parts-wanted.ts'

/** The catalogue: search, filters, and the parts that are left, page after page. */
export function Component() {
  const { wanted, want } = usePartsWanted()
  const list = useInfiniteQuery(allPartsQuery(wanted))
  const families = useQuery(familiesQuery(wanted))
  const [first] = list.data?.pages ?? []

  return (
    <div className="wrap">
      <AllPartsHead
        wanted={wanted}
        families={families.data}
        empty={first !== undefined && first.parts.length === 0}
      />
      <div className="phead">
        <h1>Bicycle Parts</h1>
        <p className="second num parts-count">{first && partsInWords(first)}</p>
      </div>
      <div className="finder">
        <PartsFinder wanted={wanted} want={want} families={families} />
        <div className="finder-bar">
          <ChosenChips wanted={wanted} want={want} families={families.data} />
          <SortChoice wanted={wanted} want={want} />
        </div>
        <FoundParts wanted={wanted} want={want} families={families.data} list={list} />
      </div>
    </div>
  )
}
