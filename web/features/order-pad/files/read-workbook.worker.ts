import {
  readWorkbook,
  WorkbookRefusal,
  type WorkbookReply,
  type WorkbookRequest,
} from './read-workbook.ts'

addEventListener('message', ({ data }: MessageEvent<WorkbookRequest>) => {
  postMessage(createReply(data))
})

function createReply({ bytes, sheets }: WorkbookRequest): WorkbookReply {
  try {
    return readWorkbook(new Uint8Array(bytes), sheets)
  } catch (error) {
    if (error instanceof WorkbookRefusal)
      return { refusal: error.message, otherSheets: error.otherSheets }
    return {
      refusal: 'This is not a readable XLSX file. Save the list as XLSX or CSV and try again.',
      otherSheets: [],
    }
  }
}
