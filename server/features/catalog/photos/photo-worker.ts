import { serveParent } from '../../../platform/processes/serve-parent.ts'
import { encodePhoto } from './encode-photo.ts'

serveParent((chunks: Buffer[]) => encodePhoto(Buffer.concat(chunks)))
