import { serveParent } from '../../../platform/processes/child-process.ts'
import { encodePhoto } from './encode-photo.ts'

serveParent((chunks: Buffer[]) => encodePhoto(Buffer.concat(chunks)))
