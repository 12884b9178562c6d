import { serveParent } from '../../../platform/processes/child-process.ts'
import { drawDocuments } from './draw-document.ts'

serveParent(drawDocuments)
