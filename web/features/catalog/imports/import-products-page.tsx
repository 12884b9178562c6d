import '../../../style/catalogue/imports.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportFilePicker } from './import-file-picker.tsx'
import { ImportHelp } from './import-help.tsx'
import { cacheImport } from './imports-queries.ts'
import { useImportUpload } from './use-import-upload.ts'

/** Uploads a file of products. The import's own page then shows a preview. */
export function Component() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const upload = useImportUpload((partImport) => {
    cacheImport(client, partImport)
    void navigate(paths.partImport(partImport._id))
  })

  return (
    <div className="imports-page">
      <PageHead title="Import Products" />
      <div className="dash-head">
        <h1>Import Products</h1>
        <ExportButton path="/api/parts/export.csv">Export all products</ExportButton>
      </div>
      <ImportFilePicker upload={upload} />
      <ImportHelp />
      <EarlierImports />
    </div>
  )
}
