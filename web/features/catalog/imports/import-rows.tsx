import type { PartImport } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { readSoFar } from '../../../api/list-pages.ts'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import { fateTabs, readFate } from './fates.ts'
import { ImportRowLine } from './import-row-line.tsx'
import { importRowsList } from './imports-queries.ts'

/** The rows of a list by their fate, which the address names. */
export function ImportRows({ one }: { one: PartImport }) {
  const [query] = useSearchParams()
  const fate = readFate(query.get('fate'))
  const list = useInfiniteQuery(importRowsList(one, fate))
  const tabs = fateTabs(one)
  const total = tabs.find((tab) => tab.fate === fate)?.count
  const read = list.data && { ...readSoFar(list.data.pages), total }
  return (
    <>
      <nav className="tabs-line" aria-label="Rows by their fate">
        {tabs.map((tab) => (
          <Link
            key={tab.fate}
            to={tab.fate ? `?fate=${tab.fate}` : '?'}
            aria-current={tab.fate === fate ? 'page' : undefined}
            state={keepScroll}
          >
            {tab.name}
            <small>{formatCount(tab.count)}</small>
          </Link>
        ))}
      </nav>
      <PagedRows
        of="rows"
        read={read}
        list={list}
        empty={<p className="second">There are no such rows.</p>}
      >
        {(rows) => (
          <table className="table import-rows">
            <thead>
              <tr>
                <th scope="col" className="of-product">
                  Product
                </th>
                <th scope="col" className="of-row">
                  Row
                </th>
                <th scope="col" className="of-fate">
                  Fate
                </th>
                <th scope="col">What is said of it</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ImportRowLine key={row.row} row={row} />
              ))}
            </tbody>
          </table>
        )}
      </PagedRows>
    </>
  )
}
