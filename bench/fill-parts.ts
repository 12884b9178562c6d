import pg from 'pg'

/** So many at a time. */
const BATCH = 10_000
/** The words of fewer are placed by the triggers of the shop itself. */
const MANY = 50_000
/** As many at once as a small machine has cores. */
const WRITERS = 2

/** Names of ranges are made of one of each: words that the vocabulary does not know yet. */
const BEGINNINGS =
  'al bar bel bor brim cal cor dal dor el fen fjor gal gren hal hest jor kal kel kor lin lor mar mel mor nor os pel quar ran rim sal sel sor tal tor ul val vel wes'
const ENDINGS =
  'ane ard beck by dal den do eth fell ford gard ham holt ice ist lund mark mere mond nes ora oss rud sund tar ton vik wen wick wold'
const FINISHES =
  'black,silver,browned,satin,raw,gold,copper,graphite,white,red,blue,green,polished,matt,nickel plated,zinc plated,chromed,anodised,bronze,sand,olive,orange,titanium grey,clear coated'

/** A size that may be another one: not of a wheel, for nothing would fit it any more. */
const SIZE = String.raw`\m(?!622|584|559|406|700)(\d{2,3})\M`

/** A number from 0 on that is the same in each run: `salt` tells what is drawn. */
export const drawn = (n: string, salt: number) =>
  `(hashint8extended((${n})::bigint, ${salt}) & 2147483647)`

/** The id of a thing that is made as the n-th: later ones are greater, as of uuidv7. */
export const idOf = (kind: string, n: string, atMs = '1700000000000') =>
  `(lpad(to_hex(${atMs} + (${n})), 12, '0') || '7' || substr(md5('${kind}' || (${n})), 1, 3) || '8'
    || substr(md5('${kind}' || (${n})), 4, 15))::uuid`

/**
 * Fills the sample catalogue up to so many parts: each is one of the sample's, of another range, size,
 * finish and price, with its price steps, interfaces and first stock. The same in each run.
 */
export async function fillParts(databaseUrl: string, total: number): Promise<void> {
  const known = 'select count(*)::int as parts, max(position)::int as last from parts'
  const [{ parts, last }] = await ask(databaseUrl, known)
  const isMany = total - parts > MANY
  if (isMany) await ask(databaseUrl, 'alter table parts disable trigger parts_have_words')
  await writeBatches(databaseUrl, [last + 1, last + total - parts], STATEMENTS, PATTERNS)
  await ask(databaseUrl, `select setval('parts_position', (select max(position) from parts))`)
  if (isMany) {
    await ask(databaseUrl, 'alter table parts enable trigger parts_have_words')
    await placeWords(databaseUrl)
  }
  await ask(databaseUrl, 'vacuum analyze')
}

/** Places the words of all parts anew, at once: in a shop that is not open. */
async function placeWords(databaseUrl: string): Promise<void> {
  const index = `select pg_get_indexdef('part_words_by_word'::regclass) as made`
  const [{ made }] = await ask(databaseUrl, index)
  const [{ last }] = await ask(databaseUrl, 'select max(position)::int as last from parts')
  await ask(databaseUrl, 'drop index part_words_by_word')
  try {
    await ask(databaseUrl, 'truncate part_words')
    await writeBatches(databaseUrl, [1, last], [WORDS])
    await ask(databaseUrl, VOCABULARY)
  } finally {
    await ask(databaseUrl, `set maintenance_work_mem = '1GB'; ${made}`)
  }
  await ask(databaseUrl, 'vacuum analyze part_words, vocabulary')
}

/** Writes what these statements make of the places from the first to the last. */
async function writeBatches(
  databaseUrl: string,
  [first, last]: [number, number],
  statements: string[],
  prepare = '',
): Promise<void> {
  const batches = Array.from(
    { length: Math.ceil(Math.max(0, last + 1 - first) / BATCH) },
    (_, n) => first + n * BATCH,
  )
  const writer = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(`set synchronous_commit = off; ${prepare}`)
      for (let from = batches.shift(); from !== undefined; from = batches.shift()) {
        const range = [from, Math.min(from + BATCH - 1, last)]
        for (const statement of statements) await client.query(statement, range)
      }
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

const WORDS = `
  insert into part_words select id, words_of(parts) from parts
  where position between $1 and $2 order by position`

/** Most marks stand before the letters. */
const VOCABULARY = `
  insert into vocabulary
  select lexeme, bool_or(weights && '{A,B}') from part_words, unnest(words)
  where lexeme collate "C" >= 'a' and length(lexeme) >= 3 and lexeme !~ '[!^=~<>$*+&| 0-9-]'
  group by lexeme
  on conflict (word) do update set naming = vocabulary.naming or excluded.naming`

/** The parts of the sample catalogue, each with the size in its name that is changed. */
const PATTERNS = `
  create temp table patterns as
  select *, (row_number() over (order by sku) - 1)::int as place, count(*) over ()::int as among,
    substring(name from '${SIZE}')::int as size
  from parts where sku ~ '^FH-\\d{5}-\\d$'`

const word = (list: string, separator: string, n: string, salt: number) => {
  const words = list.split(separator)
  return `(array['${words.join("','")}'])[1 + ${drawn(n, salt)} % ${words.length}]`
}

/** What is drawn of each part from $1 to $2. */
const DRAWN = `
  select n, p.*, ${idOf('part', 'n')} as made_id,
    initcap(${word(BEGINNINGS, ' ', 'n', 1)} || ${word(ENDINGS, ' ', 'n', 2)}) as range,
    ${word(FINISHES, ',', 'n', 3)} as finish,
    '\\m' || size || '\\M' as size_pattern,
    (size + ${drawn('n', 4)} % (1 + size / 4))::text as made_size,
    (50 + ${drawn('n', 5)} % 151) / 100.0 as dearness,
    case when ${drawn('n', 6)} % 20 = 0 then 0 else p.on_hand + ${drawn('n', 7)} % 5000 end as stock
  from generate_series($1::bigint, $2::bigint) n join patterns p on place = n % among`

const resized = (said: string) =>
  `coalesce(regexp_replace(${said}, size_pattern, made_size, 'g'), ${said})`
const dearer = (cents: string) => `greatest(1, round(${cents} * dearness))::int`

const STATEMENTS = [
  `insert into parts (id, position, sku, family_code, name, description, img, unit_price_cents,
     minimum_order, on_hand, pack_size, carton_size, weight_g, lead_time_days, hs_code, attributes, drawing)
   select made_id, n, 'FH-' || lpad(n::text, 7, '0') || '-' || n % 10, family_code,
     ${resized(`regexp_replace(name, '^\\w+', range)`)} || ', ' || finish,
     ${resized('description')} || format(' Of the %s range, %s.', range, finish), img,
     ${dearer('unit_price_cents')}, minimum_order, stock, pack_size, carton_size, weight_g,
     lead_time_days, hs_code, ${resized('attributes::text')}::json, drawing
   from (${DRAWN}) made`,
  `insert into part_price_tiers
   select made_id, from_quantity, ${dearer('t.unit_price_cents')}
   from (${DRAWN}) made join part_price_tiers t on t.part_id = made.id`,
  `insert into part_fits
   select made_id, interface_id, role, f.size
   from (${DRAWN}) made join part_fits f on f.part_id = made.id`,
  `insert into stock_movements (id, part_id, kind, pieces)
   select ${idOf('initial', 'n')}, made_id, 'initial', stock from (${DRAWN}) made`,
]

async function ask(databaseUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

// `node bench/fill-parts.ts <url of a database with the sample catalogue> <parts>`; without a number the
// words of those that are there are placed anew.
if (import.meta.main) {
  const [url, parts] = process.argv.slice(2)
  await (parts ? fillParts(url as string, Number(parts)) : placeWords(url as string))
}
