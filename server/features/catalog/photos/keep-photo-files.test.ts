import { expect, test } from 'vitest'
import { keepPhotoFiles } from './keep-photo-files.ts'

/** A shelf of so many bytes, and how often each address was read anew. */
function shelf(most: number) {
  const photoFile = keepPhotoFiles(most)
  const reads: string[] = []
  const ask = (address: string, length = 10) =>
    photoFile(address, async () => {
      reads.push(address)
      return length ? { format: 'webp', bytes: Buffer.alloc(length) } : undefined
    })
  return { ask, reads, photoFile }
}

test('a photo is read once for all who ask for it, also at once', async () => {
  const { ask, reads } = shelf(100)
  await Promise.all([ask('a'), ask('a'), ask('a')])
  expect((await ask('a'))?.bytes).toHaveLength(10)
  expect(reads).toEqual(['a'])
})

test('of more photos than there is room for, those that were asked for last stay', async () => {
  const { ask, reads } = shelf(25)
  for (const address of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(address)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
  await ask('too large', 26)
  await ask('too large', 26)
  expect(reads.slice(4)).toEqual(['too large', 'too large'])
})

test('a photo that is missing, or could not be read, is looked for again', async () => {
  const { ask, photoFile } = shelf(25)
  expect(await ask('a', 0)).toBeUndefined()
  await expect(photoFile('a', () => Promise.reject(new Error('no database')))).rejects.toThrow()
  expect(await ask('a')).toBeDefined()
})
