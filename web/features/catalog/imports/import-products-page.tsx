import '../../../style/catalog/imports.css'
import {
  PART_COLUMNS,
  type PartImport,
  REQUIRED_PART_COLUMNS,
} from '@freehub/contract/catalog/imports'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { flattenPages } from '../../../api/lists/list-pages.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { DateFilter, pickDates } from '../../../ui/lists/date-filter.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { parseDatedFilters, useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { countProducts, formatImportStatus } from './format-import.ts'
import { ImportFilePicker } from './import-file-picker.tsx'
import { cacheImport, importsQuery } from './imports-queries.ts'

/** Uploads a file of products. The import's own page then shows a preview. */
export default function ImportProductsPage() {
  const client = useQueryClient()
  const navigate = useNavigate()

  function showImport(partImport: PartImport) {
    cacheImport(client, partImport)
    void navigate(paths.partImport(partImport._id))
  }

  return (
    <div className="imports-page max-w-266">
      <DashboardHead title="Import Products">
        <div className="min-[560px]:ml-auto">
          <ExportButton path="/api/parts/export.csv">Export all products</ExportButton>
        </div>
      </DashboardHead>
      <ImportFilePicker onUploaded={showImport} />
      <ImportHelp />
      <EarlierImports />
    </div>
  )
}

function EarlierImports() {
  const { filters, update } = useListFilters(parseDatedFilters)
  const dates = pickDates(filters)
  const list = useInfiniteQuery(importsQuery(dates))
  const loaded = list.data && flattenPages(list.data.pages)
  if (loaded?.rows.length === 0 && !dates.period) return null
  return (
    <section className="earlier-imports" aria-labelledby="earlier-imports">
      <div className="tools tools-filters">
        <h2 id="earlier-imports" className="mr-auto">
          Earlier imports
        </h2>
        {loaded && <DateFilter filters={dates} onChange={update} />}
      </div>
      <PagedRows
        noun="imports"
        loaded={loaded}
        list={list}
        empty={<p className="second">No imports in this period.</p>}
      >
        {(imports) => (
          <DataTable
            rows={imports}
            getKey={({ _id }) => _id}
            columns={[
              {
                name: 'File',
                render: ({ _id, fileName }) => <Link to={paths.partImport(_id)}>{fileName}</Link>,
              },
              { name: 'When', render: ({ createdAt }) => <Timestamp at={createdAt} /> },
              { name: 'By', render: ({ by }) => by ?? 'Deleted user' },
              {
                name: 'Result',
                render: (partImport) => (
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    {partImport.state === 'read' && countProducts(partImport) > 0 && (
                      <span className="badge badge-pending">Waiting for approval</span>
                    )}
                    {formatImportStatus(partImport)}
                  </span>
                ),
              },
            ]}
          />
        )}
      </PagedRows>
    </section>
  )
}

const optionalColumns = PART_COLUMNS.filter(
  (column) => !(REQUIRED_PART_COLUMNS as readonly string[]).includes(column),
)

function ImportHelp() {
  return (
    <section className="grid gap-2.5 max-w-[46em] mt-7 mb-0" aria-label="File format">
      <p>Preview each row before importing. Nothing changes until you press Import.</p>
      <ul className="grid gap-2 pl-5 list-[square]">
        <li className="text-ink-2">
          The first row contains the column names, as in an export. New products need{' '}
          <ColumnNames columns={REQUIRED_PART_COLUMNS} />. Optional columns are{' '}
          <ColumnNames columns={optionalColumns} />.
        </li>
        <li className="text-ink-2">
          A row changes the product with the same <code>id</code> or <code>sku</code>. If there is
          none, it adds a product.
        </li>
        <li className="text-ink-2">
          Missing columns change nothing. Leave out <code>availableQuantity</code> if orders may
          have been placed since the file was made.
        </li>
        <li className="text-ink-2">
          Save the file as CSV in UTF-8, separated by commas, semicolons or tabs.
        </li>
      </ul>
    </section>
  )
}

function ColumnNames({ columns }: { columns: readonly string[] }) {
  return columns.map((name, index) => (
    <span key={name}>
      {index > 0 && (index < columns.length - 1 ? ', ' : ' and ')}
      <code>{name}</code>
    </span>
  ))
}
