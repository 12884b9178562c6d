import { answerParent } from '../../../platform/processes/answer-parent.ts'
import { drawPaper } from './draw-paper.ts'

answerParent(drawPaper)
