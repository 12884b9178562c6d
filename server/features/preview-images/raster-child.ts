import { answerParent } from '../../platform/processes/answer-parent.ts'
import { rasterOf } from './raster.ts'

answerParent(rasterOf)
