import { answerParent } from '../children/answer-parent.ts'
import { rasterOf } from './raster.ts'

answerParent(rasterOf)
