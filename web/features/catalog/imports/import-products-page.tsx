import '../../../style/catalog/imports.css'
import {
  PART_COLUMNS,
  type PartColumn,
  type PartImport,
  type REQUIRED_PART_COLUMNS,
} from '@freehub/contract/catalog/imports'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { flattenPages } from '../../../api/lists/paged-list.ts'
import { paths } from '../../../paths.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { DateFilter, pickDates } from '../../../ui/lists/date-filter.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { parseDatedFilters, useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { countProducts, formatImportStatus } from './format-import.ts'
import { ImportFilePicker } from './import-file-picker.tsx'
import { cacheImport, importsQuery } from './imports-queries.ts'

/** Uploads a file of products. The import's own page then shows a preview. */
export default function ImportProductsPage() {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function showImport(partImport: PartImport) {
    await cacheImport(client, partImport)
    void navigate(paths.partImport(partImport._id))
  }

  return (
    <div className="imports-page max-w-266">
      <DashboardHead title="Import Products">
        <div className="actions min-[560px]:ml-auto">
          <ExportButton path="/api/parts/export.csv">Export All Products</ExportButton>
        </div>
      </DashboardHead>
      <ImportFilePicker onUploaded={showImport} />
      <PendingImports />
      <ImportHelp />
      <EarlierImports />
    </div>
  )
}

/** Loads the newest imports, and returns those that wait for approval. */
function usePendingImports(): PartImport[] {
  const list = useInfiniteQuery(importsQuery({ period: '', from: '', until: '' }))
  return list.data ? flattenPages(list.data.pages).rows.filter(isPending) : []
}

function PendingImports() {
  const pending = usePendingImports()
  if (pending.length === 0) return null
  return (
    <section
      className="grid gap-2 mt-5 px-5 py-4 border border-rule bg-plate"
      aria-labelledby="pending-imports"
    >
      <h2 id="pending-imports">Waiting for approval</h2>
      <ul className="grid gap-3">
        {pending.map((partImport) => (
          <li key={partImport._id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="flex-1 min-w-56 wrap-anywhere">
              <b className="font-medium">{partImport.fileName}</b>: {formatImportStatus(partImport)}
              <small className="block text-ink-2">
                {partImport.by ?? 'Deleted user'}, <Timestamp at={partImport.createdAt} />
              </small>
            </span>
            <Link
              className="btn btn-outline btn-sm"
              to={paths.partImport(partImport._id)}
              aria-label={`Review ${partImport.fileName}`}
            >
              Review
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isPending = (partImport: PartImport) =>
  partImport.state === 'read' && countProducts(partImport) > 0

/** The imports that are not among the pending ones above. */
function EarlierImports() {
  const pendingIds = new Set(usePendingImports().map(({ _id }) => _id))
  const { filters, update } = useListFilters(parseDatedFilters)
  const dates = pickDates(filters)
  const list = useInfiniteQuery(importsQuery(dates))
  const all = list.data && flattenPages(list.data.pages)
  const rows = all?.rows.filter(({ _id }) => !pendingIds.has(_id)) ?? []
  const pendingCount = (all?.rows.length ?? 0) - rows.length
  const loaded = all && { ...all, rows, total: all.total && all.total - pendingCount }
  if (loaded?.rows.length === 0 && !list.hasNextPage && !dates.period) return null
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
        empty={pendingCount === 0 && <p className="secondary">No imports in this period.</p>}
      >
        {(imports) => (
          <DataTable
            rows={imports}
            getKey={({ _id }) => _id}
            columns={[
              {
                name: 'File',
                render: ({ _id, fileName }) => (
                  <Link to={paths.partImport(_id)}>{preventBreaks(fileName)}</Link>
                ),
              },
              { name: 'When', render: ({ createdAt }) => <Timestamp at={createdAt} /> },
              {
                name: 'By',
                className: 'whitespace-nowrap',
                render: ({ by }) => by ?? 'Deleted user',
              },
              { name: 'Result', render: formatImportStatus },
            ]}
          />
        )}
      </PagedRows>
    </section>
  )
}

/** Examples of the columns of a file, which new products need or which are optional. */
const requiredColumns: Record<(typeof REQUIRED_PART_COLUMNS)[number], string> = {
  name: 'Holm chain, 9-speed, 116 links',
  description: 'Chain for 9-speed cassettes',
  img: 'https://dealer.example/chain.jpg',
  price: '4.50',
  minimumOrder: '50',
  availableQuantity: '1200',
}
const optionalColumns: Record<Exclude<PartColumn, keyof typeof requiredColumns>, string> = {
  id: 'As in an export',
  sku: 'FH-10120-3',
  family: 'Chains',
  packSize: '10',
  cartonSize: '200',
  weightGrams: '305',
  leadTimeDays: '14',
  hsCode: '731511',
  priceTiers: '300:4.20|1000:3.90',
  orderMultiple: '10',
  gtin: '4006381333931',
  competitorNumbers: 'Brand:Number|Brand:Number',
  needs: 'seat.post:27.2',
  offers: 'seat.rail:7',
}

/** A file with the names of all columns, except the IDs that only existing products have. */
const TEMPLATE_URL = `data:text/csv,${PART_COLUMNS.filter((column) => column !== 'id').join()}`

function ImportHelp() {
  return (
    <section className="grid gap-2.5 max-w-[46em] mt-7 mb-0" aria-label="File format">
      <p>Preview each row before importing. Nothing changes until you press Import.</p>
      <ul className="grid gap-2 pl-5 list-[square]">
        <li className="text-ink-2">
          The first row contains the column names, as in an export or in the{' '}
          <a href={TEMPLATE_URL} download="freehub-template.csv">
            template
          </a>
          .
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
      <details>
        <summary>Columns and examples</summary>
        <p className="mt-4 mb-2 font-medium">Needed for new products</p>
        <DescriptionList rows={Object.entries(requiredColumns)} />
        <p className="mt-4 mb-2 font-medium">Optional</p>
        <DescriptionList rows={Object.entries(optionalColumns)} />
      </details>
    </section>
  )
}
