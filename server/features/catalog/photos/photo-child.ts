import { answerParent } from '../../../platform/processes/answer-parent.ts'
import { encodePhoto } from './encode-photo.ts'

answerParent((chunks: Buffer[]) => encodePhoto(Buffer.concat(chunks)))
