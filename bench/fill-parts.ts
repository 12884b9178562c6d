import pg from 'pg'

/** Rows in a batch. */
const BATCH = 10_000
/**
 * Above this number of new parts, triggers are disabled, and search words are indexed after the parts
 * are written.
 */
const BULK_LOAD_THRESHOLD = 50_000
/** Number of concurrent writers, which is the number of cores of a small machine. */
const WRITERS = 2

/** Names of product ranges combine a prefix and a suffix into words that are new to the search. */
const RANGE_PREFIXES =
  'al bar bel bor brim cal cor dal dor el fen fjor gal gren hal hest jor kal kel kor lin lor mar mel mor nor os pel quar ran rim sal sel sor tal tor ul val vel wes'
const RANGE_SUFFIXES =
  'ane ard beck by dal den do eth fell ford gard ham holt ice ist lund mark mere mond nes ora oss rud sund tar ton vik wen wick wold'
const FINISHES =
  'black,silver,browned,satin,raw,gold,copper,graphite,white,red,blue,green,polished,matt,nickel plated,zinc plated,chromed,anodised,bronze,sand,olive,orange,titanium grey,clear coated'

/**
 * Matches a size that the copy may change. Wheel sizes stay the same, so that parts still fit each
 * other.
 */
const SIZE = String.raw`\m(?!622|584|559|406|700)(\d{2,3})\M`

/** SQL for a deterministic pseudorandom integer from 0. Use a different `salt` for each purpose. */
export const randomNumber = (n: string, salt: number) =>
  `(hashint8extended((${n})::bigint, ${salt}) & 2147483647)`

/** SQL for the ID of the n-th row. Like UUIDv7, later IDs are greater. */
export const deterministicId = (kind: string, n: string, atMs = '1700000000000') =>
  `(lpad(to_hex(${atMs} + (${n})), 12, '0') || '7' || substr(md5('${kind}' || (${n})), 1, 3) || '8'
    || substr(md5('${kind}' || (${n})), 4, 15))::uuid`

/**
 * Fills the sample catalog up to `total` parts. Each new part copies a sample part with another range, size,
 * finish and price, with price tiers, fits, codes and initial stock. Each run generates the same data.
 */
export async function fillParts(databaseUrl: string, total: number): Promise<void> {
  const existing = 'select count(*)::int as parts, max(position)::int as last from parts'
  const [{ parts, last }] = await runStatement(databaseUrl, existing)
  const indexAfterwards = total - parts > BULK_LOAD_THRESHOLD
  if (indexAfterwards)
    await runStatement(databaseUrl, 'alter table parts disable trigger parts_added')
  try {
    await writeBatches(databaseUrl, [last + 1, last + total - parts], STATEMENTS, PATTERNS)
  } finally {
    if (indexAfterwards)
      await runStatement(databaseUrl, 'alter table parts enable trigger parts_added')
  }
  await runStatement(
    databaseUrl,
    `select setval('parts_position', (select max(position) from parts))`,
  )
  if (indexAfterwards) await indexWords(databaseUrl)
  await runStatement(databaseUrl, 'vacuum analyze')
}

/** Rebuilds the search words of all parts. The shop must not be running. */
async function indexWords(databaseUrl: string): Promise<void> {
  const index = `select pg_get_indexdef('part_words_by_word'::regclass) as definition`
  const [{ definition }] = await runStatement(databaseUrl, index)
  const [{ last }] = await runStatement(databaseUrl, 'select max(position)::int as last from parts')
  await runStatement(databaseUrl, 'drop index part_words_by_word')
  try {
    await runStatement(databaseUrl, 'truncate part_words')
    await writeBatches(databaseUrl, [1, last], [INSERT_WORDS])
    await runStatement(databaseUrl, VOCABULARY)
  } finally {
    await runStatement(databaseUrl, `set maintenance_work_mem = '1GB'; ${definition}`)
  }
  await runStatement(databaseUrl, 'vacuum analyze part_words, vocabulary')
}

/** Runs statements for batches of parts whose `position` is from `first` to `last`, in connections that ran `setup`. */
async function writeBatches(
  databaseUrl: string,
  [first, last]: [number, number],
  statements: string[],
  setup = '',
): Promise<void> {
  const batches = Array.from(
    { length: Math.ceil(Math.max(0, last + 1 - first) / BATCH) },
    (_, n) => first + n * BATCH,
  )
  const writer = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(`set synchronous_commit = off; ${setup}`)
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

const INSERT_WORDS = `
  insert into part_words select part_id, words
  from build_search_words(array(select id from parts where position between $1 and $2))
    join parts on id = part_id
  order by position`

/** Vocabulary in ASCII order, where most symbols come before letters. */
const VOCABULARY = `
  insert into vocabulary
  select lexeme, bool_or(weights && '{A,B}') from part_words, unnest(words)
  where lexeme collate "C" >= 'a' and length(lexeme) >= 3 and lexeme !~ '[!^=~<>$*+&| 0-9-]'
  group by lexeme
  on conflict (word) do update set naming = vocabulary.naming or excluded.naming`

/** The parts of the sample catalog, with the size in their name. A new part may get another size. */
const PATTERNS = `
  create temp table patterns as
  select *, (row_number() over (order by sku) - 1)::int as pattern_number, count(*) over ()::int as pattern_count,
    substring(name from '${SIZE}')::int as size
  from parts where sku ~ '^FH-\\d{5}-\\d$'`

/** SQL that chooses a word of the list. The same `n` and `salt` give the same word. */
const chooseWord = (list: string, separator: string, n: string, salt: number) => {
  const words = list.split(separator)
  return `(array['${words.join("','")}'])[1 + ${randomNumber(n, salt)} % ${words.length}]`
}

/** Generates the values of parts $1 to $2. */
const GENERATED = `
  select n, p.*, ${deterministicId('part', 'n')} as new_id,
    initcap(${chooseWord(RANGE_PREFIXES, ' ', 'n', 1)} || ${chooseWord(RANGE_SUFFIXES, ' ', 'n', 2)}) as range,
    ${chooseWord(FINISHES, ',', 'n', 3)} as finish,
    '\\m' || size || '\\M' as size_pattern,
    (size + ${randomNumber('n', 4)} % (1 + size / 4))::text as new_size,
    (50 + ${randomNumber('n', 5)} % 151) / 100.0 as price_factor,
    case when ${randomNumber('n', 6)} % 20 = 0 then 0 else p.on_hand + ${randomNumber('n', 7)} % 5000 end as stock
  from generate_series($1::bigint, $2::bigint) n join patterns p on pattern_number = n % pattern_count`

/** SQL for a text with the new size instead of the old size. */
const resize = (expression: string) =>
  `coalesce(regexp_replace(${expression}, size_pattern, new_size, 'g'), ${expression})`
/** SQL for a price in cents, multiplied by the factor of the new part. */
const reprice = (cents: string) => `greatest(1, round(${cents} * price_factor))::int`

const STATEMENTS = [
  `insert into parts (id, position, sku, family_code, name, description, img, unit_price_cents,
     minimum_order, on_hand, pack_size, carton_size, weight_g, lead_time_days, hs_code, attributes, drawing)
   select new_id, n, 'FH-' || lpad(n::text, 7, '0') || '-' || n % 10, family_code,
     ${resize(`regexp_replace(name, '^\\w+', range)`)} || ', ' || finish,
     ${resize('description')} || format(' Of the %s range, %s.', range, finish), img,
     ${reprice('unit_price_cents')}, minimum_order, stock, pack_size, carton_size, weight_g,
     lead_time_days, hs_code, ${resize('attributes::text')}::json, drawing
   from (${GENERATED}) generated`,
  `insert into part_price_tiers
   select new_id, from_quantity, ${reprice('t.unit_price_cents')}
   from (${GENERATED}) generated join part_price_tiers t on t.part_id = generated.id`,
  `insert into part_fits
   select new_id, interface_id, role, f.size
   from (${GENERATED}) generated join part_fits f on f.part_id = generated.id`,
  `insert into stock_movements (id, part_id, kind, pieces)
   select ${deterministicId('initial', 'n')}, new_id, 'initial', stock from (${GENERATED}) generated`,
  `insert into part_codes (part_id, kind, brand, key, code)
   select new_id, 'gtin', '', '0' || gtin, gtin
   from (select new_id, '21' || lpad(n::text, 10, '0') as digits from (${GENERATED}) generated) numbered,
     lateral (select digits || (10 - sum(substr(digits, at, 1)::int * (3 - at % 2 * 2)) % 10) % 10 as gtin
       from generate_series(1, 12) at) checked
   union all
   select new_id, 'competitor', (array['Tarnholt', 'Vexley', 'Brackmoor'])[1 + n % 3], 'TH' || n, 'TH-' || n
   from (${GENERATED}) generated`,
]

async function runStatement(databaseUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

// `node bench/fill-parts.ts <URL of a database with the sample catalog> <parts>`. Without a number, rebuilds
// the search words of the existing parts.
if (import.meta.main) {
  const [url, parts] = process.argv.slice(2)
  await (parts ? fillParts(url as string, Number(parts)) : indexWords(url as string))
}

/**
 * Loads many rows into tables without indexes (except primary keys) and foreign keys, then creates
 * both again. Each index is then built by one sort, and each foreign key is checked by one join,
 * which is faster than row by row. Use this function only for a database without other users.
 */
export async function bulkLoad(
  client: pg.Client,
  tables: string[],
  load: () => Promise<unknown>,
): Promise<void> {
  const constraints = await readDefinitions(client, CONSTRAINTS, tables)
  const indexes = await readDefinitions(client, INDEXES, tables)
  for (const { drop } of [...constraints, ...indexes]) await client.query(drop)
  await load()
  for (const { create } of [...indexes, ...constraints]) await client.query(create)
}

interface Definition {
  drop: string
  create: string
}

async function readDefinitions(client: pg.Client, statement: string, tables: string[]) {
  return (await client.query<Definition>(statement, [tables])).rows
}

const CONSTRAINTS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as create
  from pg_constraint
  where conrelid = any ($1::text[]::regclass[]) and contype in ('f', 'u')`

const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index
  where indrelid = any ($1::text[]::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`
