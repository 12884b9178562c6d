import type { PartEdit } from '@freehub/contract/catalog/parts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readSoFar } from '../../../api/list-pages.ts'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { editInWords } from './edit-in-words.ts'
import { partEditsList } from './part-edits-list.ts'

/** Who changed what else of a part: its price, its minimum order, what is said of it. */
export function PartEdits({ partId }: { partId: string }) {
  const list = useInfiniteQuery(partEditsList(partId))
  const read = list.data && readSoFar(list.data.pages)
  return (
    <section className="part-edits" aria-labelledby="part-edits">
      <h2 id="part-edits">Other changes</h2>
      <PagedRows
        of="changes"
        read={read}
        list={list}
        empty={<p className="second">Nothing else was changed so far.</p>}
      >
        {(edits) => <PartEditsTable edits={edits} />}
      </PagedRows>
    </section>
  )
}

function PartEditsTable({ edits }: { edits: PartEdit[] }) {
  return (
    <table className="table" aria-labelledby="part-edits">
      <thead>
        <tr>
          <th scope="col">Change</th>
          <th scope="col" className="of-by">
            By
          </th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {edits.map((edit) => (
          <tr key={edit._id}>
            <td data-caption="Change">
              {editInWords(edit).map((line) => (
                <p key={line} className="ordered">
                  {line}
                </p>
              ))}
            </td>
            <td data-caption="By">
              <span className="ordered">{edit.by ?? 'The shop itself'}</span>
            </td>
            <td data-caption="When">
              <Moment at={edit.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
