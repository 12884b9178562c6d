import '../../../style/catalogue/imports.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { keepImport } from './imports-queries.ts'
import { ListChoice } from './list-choice.tsx'
import { ListHelp } from './list-help.tsx'
import { useListUpload } from './use-list-upload.ts'

/** Products by the hundred: a list of them is dropped here, and looked at before anything changes. */
export function Component() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const upload = useListUpload((one) => {
    keepImport(client, one)
    void navigate(paths.partImport(one._id))
  })

  return (
    <div className="imports-page">
      <PageHead title="Import Products" />
      <div className="dash-head">
        <h1>Import Products</h1>
        <ExportButton path="/api/parts/export.csv">Export all products</ExportButton>
      </div>
      <ListChoice upload={upload} />
      <ListHelp />
      <EarlierImports />
    </div>
  )
}
