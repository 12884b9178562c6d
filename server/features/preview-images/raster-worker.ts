import { serveParent } from '../../platform/processes/serve-parent.ts'
import { rasterize } from './rasterize.ts'

serveParent(rasterize)
