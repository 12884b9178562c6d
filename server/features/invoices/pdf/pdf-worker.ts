import { serveParent } from '../../../platform/processes/serve-parent.ts'
import { drawDocument } from './draw-document.ts'

serveParent(drawDocument)
