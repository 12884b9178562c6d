import { serveParent } from '../../../platform/processes/child-process.ts'
import { drawDocuments } from './draw-documents.ts'

serveParent(drawDocuments)
