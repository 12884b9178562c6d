import { answerParent } from '../children/answer-parent.ts'
import { encodePhoto } from './encode-photo.ts'

answerParent((chunks: Buffer[]) => encodePhoto(Buffer.concat(chunks)))
