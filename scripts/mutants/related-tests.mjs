import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../prepare/root.mjs'

const MAX_FILES = 16
/** Distances between a test and a mutated file. The nearest tests run. An import adds 1. */
const FOLDER_DISTANCE = 1.5
const AREA_DISTANCE = 2.5
const MENTION_DISTANCE = 1.4
const MAX_DISTANCE = 3
/** Number of tests that count as near because they mention the name of the file most often. */
const MENTIONING_TESTS = 3

/**
 * Files directly in server/, which import everything. Their tests of the whole shop take too long.
 */
const EXCLUDED = /^server\/[^/]+$/
/** Imports of tests that run the unchanged files of the shop in other processes. */
const OTHER_PROCESS =
  /support\/(shop\/(shop-process|run-shop)|database\/(replica|pgbouncer|dedicated-postgres))/

const importers = new Map()
const tests = []
const texts = new Map()
for (const file of globSync('{contract,server}/**/*.ts', { cwd: root }).toSorted()) {
  const text = readFileSync(path.join(root, file), 'utf8')
  if (EXCLUDED.test(file)) continue
  if (file.endsWith('.test.ts')) {
    if (OTHER_PROCESS.test(text)) continue
    tests.push(file)
    texts.set(file, text.toLowerCase())
  }
  for (const [, to] of text.matchAll(/from '(\.[^']+|@freehub\/contract\/[^']+)'/g)) {
    const imported = to.startsWith('.')
      ? path.join(path.dirname(file), to)
      : `${to.replace('@freehub/', '')}.ts`
    importers.set(imported, [...(importers.get(imported) ?? []), file])
  }
}

/**
 * Returns the test files to run for mutants of a file, in this order:
 * 1. tests that import the file or its importers, or are named after one of these;
 * 2. tests that contain the words of the file's name;
 * 3. other tests in these folders and in the area of the file.
 *
 * Routes also have the tests of the operations that they call. Tests without a database run first,
 * because they are fast.
 */
export function findRelatedTests(file) {
  const distances = new Map([[file, 0]])
  for (const [reached, distance] of distances) {
    for (const importer of importers.get(reached) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  const testDistances = new Map()
  const reach = (test, distance) => {
    testDistances.set(test, Math.min(testDistances.get(test) ?? MAX_DISTANCE, distance))
  }
  const words = path
    .basename(file, '.ts')
    .split('-')
    .map((word) => word.replace(/s$/, ''))
  const mentions = new Map(tests.map((test) => [test, scoreMentions(words, test)]))
  const ranked = tests.toSorted((a, b) => mentions.get(b) - mentions.get(a))
  for (const test of ranked.slice(0, MENTIONING_TESTS)) reach(test, MENTION_DISTANCE)
  for (const test of ranked) if (findArea(test) === findArea(file)) reach(test, AREA_DISTANCE)
  if (path.basename(file) === 'routes.ts')
    for (const test of tests) if (testsImportOf(file, test)) reach(test, 0)
  for (const [reached, distance] of distances) {
    for (const test of ranked) {
      if (test === reached || test === reached.replace(/\.ts$/, '.test.ts')) reach(test, distance)
      else if (path.dirname(test) === path.dirname(reached)) reach(test, distance + FOLDER_DISTANCE)
    }
  }
  return ranked
    .filter((test) => testDistances.get(test) < MAX_DISTANCE)
    .toSorted((a, b) => testDistances.get(a) - testDistances.get(b))
    .slice(0, MAX_FILES)
    .toSorted((a, b) => needsDatabase(a) - needsDatabase(b))
}

/** Returns whether the routes import the file that the test is named after, from their own area. */
const testsImportOf = (routes, test) =>
  findArea(test) === findArea(routes) &&
  importers.get(test.replace('.test.ts', '.ts'))?.includes(routes)

const needsDatabase = (test) => Number(!test.startsWith('contract/'))

/**
 * Returns a score for how often the words occur in a test ('stock' also in 'changeStock'). Rare
 * words count more.
 */
function scoreMentions(words, test) {
  const weights = words.map((word) => countOccurrences(test, word) / (1 + countTestsWith(word)))
  return weights.reduce((sum, weight) => sum + weight, 0)
}

const counts = new Map()
function countTestsWith(word) {
  if (!counts.has(word))
    counts.set(word, tests.filter((test) => countOccurrences(test, word)).length)
  return counts.get(word)
}

function countOccurrences(test, word) {
  return texts.get(test).split(word).length - 1
}

/**
 * Returns the area, such as `contract/orders` or `server/features/identity`. It contains all
 * folders below it.
 */
function findArea(file) {
  return file
    .split('/')
    .slice(0, file.startsWith('server/') ? 3 : 2)
    .join('/')
}
