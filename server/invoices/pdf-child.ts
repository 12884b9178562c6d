import { answerParent } from '../children/answer-parent.ts'
import { drawPaper } from './draw-paper.ts'

answerParent(drawPaper)
