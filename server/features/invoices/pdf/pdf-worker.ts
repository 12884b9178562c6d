import { serveParent } from '../../../platform/processes/child-process.ts'
import { drawDocument } from './draw-document.ts'

serveParent(drawDocument)
