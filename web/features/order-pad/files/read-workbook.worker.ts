import { readWorkbook, WorkbookRefusal, type WorkbookReply } from './read-workbook.ts'

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  postMessage(createReply(new Uint8Array(data)))
})

function createReply(bytes: Uint8Array): WorkbookReply {
  try {
    return readWorkbook(bytes)
  } catch (error) {
    if (error instanceof WorkbookRefusal) return { refusal: error.message }
    return {
      refusal: 'This is not a readable XLSX file. Save the list as XLSX or CSV and try again.',
    }
  }
}
