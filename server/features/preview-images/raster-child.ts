import { serveParent } from '../../platform/processes/child-process.ts'
import { rasterize } from './rasterize.ts'

serveParent(rasterize)
