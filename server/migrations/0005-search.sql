-- Lower case without accents. Not strict, so that PostgreSQL inlines it.
create function fold(input text) returns text language sql immutable parallel safe as $$
  select case when octet_length(input) = length(input) then lower(input) else translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(input, nfkd), '[\u0300-\u036f]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øØłŁđĐðÐ×⁄', 'oolldddd*/') end
$$;

-- Splits a text into the tokens that a search compares. '700 x 25C', '700×25c' and '700/25-C' are 700, 25, c;
-- '1,37' is 1.37; 'M8' is m, 8; '160mm' is 160, mm; '46T' is 46, teeth; 'Pads' is pad.
create function tokenize(input text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  rest text := regexp_replace(input, '([0-9])\s*[tT]\M', '\1 teeth', 'g');
begin
  rest := fold(rest);
  if strpos(rest, 'tooth') > 0 then
    rest := regexp_replace(rest, '\mtooth\M', 'teeth', 'g');
  end if;
  if strpos(rest, ',') > 0 then
    rest := regexp_replace(rest, '([0-9]),(?=[0-9])', '\1.', 'g');
  end if;
  if strpos(rest, 'x') > 0 then
    rest := regexp_replace(rest, '([0-9])\s*x\s*(?=[0-9])', '\1 ', 'g');
  end if;
  -- Punctuation except the point, by code point, because character classes depend on the locale.
  rest := regexp_replace(rest,
    '[\u0001-\u002d\u002f\u003a-\u0060\u007b-\u00bf\u00f7\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g');
  if strpos(rest, '.') > 0 then
    rest := regexp_replace(rest, '(?<![0-9])\.|\.(?![0-9])', ' ', 'g');
  end if;
  if rest ~ '[0-9]' then
    rest := regexp_replace(rest, '([0-9])(?=[^0-9. ])', '\1 ', 'g');
    rest := regexp_replace(rest, '([^0-9. ])(?=[0-9])', '\1 ', 'g');
  end if;
  -- Plural to singular, except for words like 'brass' and 'radius'.
  return array(select case when token like '%s'
      then regexp_replace(left(token, 100), '^([^0-9]{2,}[^0-9sui])s$', '\1') else left(token, 100) end
    from string_to_table(rest, ' ') token where token <> '');
end $$;

-- Attributes as text: {"bcd_mm": 104, "teeth": [48, 36], "reflex": true} is 'bcd 104 mm 48 teeth 36 teeth
-- reflex'.
create function attributes_as_text(attributes json) returns text language sql immutable strict parallel safe as $$
  select string_agg(case json_typeof(value)
    when 'boolean' then case when value::text = 'true' then key end
    when 'string' then key || ' ' || (value #>> '{}')
    else regexp_replace(key, '_?[^_]*$', '') || ' ' || (
      select string_agg(one || ' ' || regexp_replace(key, '^.*_', ''), ' ')
      from json_array_elements_text(
        case json_typeof(value) when 'array' then value else json_build_array(value) end) one)
    end, ' ')
  from json_each(attributes)
$$;

-- All sizes within the ranges of the attributes: {"width_min_mm": 25, "width_max_mm": 27, "bead_seat_mm": 622} is
-- '25-622 26-622 27-622'.
create function sizes_in_ranges(attributes json) returns text language sql immutable strict parallel safe as $$
  with numbers as (
    select key, value::int as number from json_each_text(attributes) where value ~ '^[0-9]{1,4}$'
  ), seats as (
    select distinct seat[1] as seat from json_each_text(attributes),
      regexp_matches(value, '[0-9]+', 'g') seat where key in ('bead_seat_mm', 'bead_seats_mm')
  )
  select string_agg(concat_ws('-', size, seat), ' ' order by seat, size)
  from numbers smallest
    join numbers largest
      on smallest.key like '%\_min\_mm' and largest.key = replace(smallest.key, '_min_', '_max_')
    cross join generate_series(smallest.number, least(largest.number, smallest.number + 100)) size
    left join seats on smallest.key like '%width%'
$$;

-- Position of a price on a logarithmic scale: 256 steps from a price to its double. The summand makes powers of two
-- exact.
create function price_position(cents int) returns int language sql immutable strict parallel safe as $$
  select floor(256 * ln(cents::float8) / ln(2::float8) + 1e-10)::int
$$;

create function price_marks(cents int) returns text[] language sql immutable strict parallel safe as $$
  select array['$' || step / 256, '*' || step / 16, '+' || step] from price_position(cents) step
$$;

-- Marks of the first two and the first five characters of a name, encoded so that they sort like the name.
create function name_marks(name text) returns text[] language sql immutable strict parallel safe as $$
  select array['&' || encode(convert_to(left(folded, 2), 'UTF8'), 'hex'),
    '|' || encode(convert_to(left(folded, 5), 'UTF8'), 'hex')] from fold(name) folded
$$;

-- All tokens and marks that find a part. Tokens have a weight: name (A), numbers and family (B), attributes (C),
-- description (D). Marks let the index answer without reading the row:
--   '=chain' in the name, '=brake lever' adjacent in the name, '~chain' in the family, '-steel' in attributes,
--   '^brake' '^lever' in the name without sizes, '!lever' its last word, which says what the part is,
--   '<c' '<ch' prefixes of words in the name, '>2' '>24' in numbers and family,
--   '25 622' '10 speed' 'm 8' adjacent tokens with a number,
--   '#08' family ('#' without one), and the buckets of each order:
--   '@7' '%0' position, 1,024 and 32,768 parts each, '$9' '*150' '+2412' price, in octaves, 16ths and 256ths,
--   '&6b65' '|6b656c7765' name.
create function search_words(part parts) returns tsvector language sql stable as $$
  with texts (nth, weight, mark, input) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    -- Imported parts usually have no attributes.
    (3, 'C', '-', case when part.attributes::text <> '{}' then
      concat_ws(' / ', attributes_as_text(part.attributes), sizes_in_ranges(part.attributes)) end),
    (4, 'D', null, part.description)
  ), tokenized as (
    select nth, weight, mark, translate(nullif(mark, '-'), '=~', '<>') as prefix_mark, tokenize(input) as tokens
    from texts
  ), placed as (
    -- One position is left out between two texts, so that no phrase spans both.
    select *, nth + coalesce(sum(cardinality(tokens)) over
      (order by nth rows between unbounded preceding and 1 preceding), 0) as before
    from tokenized
  ), head_noun (n) as (
    select cardinality(tokenize(regexp_replace(part.name, '(,| [0-9]| (for|with|set|pair|kit)\M).*', '', 'i')))
  ), each_token as (
    select nth, mark, prefix_mark, token, token || ' ' || tokens[n + 1] as pair,
      format(''':%s%s ''', least(before + n, 16383), weight) as at, ''' ''' as next,
      case mark when '=' then (select n from head_noun) - n end as before_head_noun
    from placed, unnest(tokens) with ordinality as tokens (token, n)
  ), lexemes (lexemes) as (
    -- Positions only where phrase queries need them.
    select string_agg(concat(token, at,
      mark || token || case mark when '~' then at else next end,
      prefix_mark || left(token, 1) || at,
      case when length(token) > 1 then prefix_mark || left(token, 2) || at end,
      case when before_head_noun >= 0 then '^' || token || next end,
      case when before_head_noun = 0 then '!' || token || next end,
      case when mark = '=' then '=' || pair || next end,
      case when pair ~ case nth when 2 then '^[0-9][^ ]* [0-9]|^[0-9][^ ]{0,3} '
        when 3 then '^[0-9]| [0-9]' when 4 then '^[0-9]|^..? [0-9]' else '^[0-9][^ ]* [0-9]' end
        then pair || at end), '')
    from each_token
  )
  select concat('''', lexemes, '@', (part.position - 1) / 1024, ''' ''%', (part.position - 1) / 32768, '''',
      format(' ''#%s''', part.family_code))::tsvector
    || array_to_tsvector(price_marks(part.unit_price_cents) || name_marks(part.name))
  from lexemes
$$;

-- A table of its own, because each order updates the row in parts, and would copy this too.
create table part_words (
  part_id uuid primary key references parts (id) on delete cascade,
  words tsvector not null
);
-- Keeps the words in the row instead of TOAST, which costs a lookup for each part.
alter table part_words set (toast_tuple_target = 4080);
-- Updating the index for each word would take most of the time of adding a part.
create index part_words_by_word on part_words
  using gin (words) with (fastupdate = on, gin_pending_list_limit = 512);

-- The words of all parts, to correct misspelt words.
create table vocabulary (
  word text collate "C" primary key,
  -- True for words in names of parts or families, which are preferred.
  naming boolean not null
);
create index vocabulary_by_similarity on vocabulary using gist (word gist_trgm_ops);

create function words_with_prefix(prefix text) returns setof text language sql stable as $$
  select word from vocabulary where word between prefix and prefix || chr(1114111)
$$;

-- Indexes many parts at once, so that each word is looked up in the vocabulary once.
create function index_parts(ids uuid[]) returns void language sql as $$
  with changed as (
    insert into part_words select id, search_words(parts) from parts where id = any (ids)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words
    returning words
  ), used as materialized (
    select lexeme, bool_or(weights && '{A,B}') as naming from changed, unnest(words)
    where length(lexeme) >= 3 and lexeme !~ '[!^=~<>$*+&| 0-9-]' group by lexeme
  )
  insert into vocabulary
    select lexeme, naming from used
    where not exists (
      select from vocabulary where word = lexeme and (vocabulary.naming or not used.naming))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming
$$;

create function index_added_parts() returns trigger language plpgsql as $$
begin
  perform index_parts(array(select id from added));
  return null;
end $$;
create trigger parts_added after insert on parts referencing new table as added
  for each statement execute function index_added_parts();

create function index_changed_part() returns trigger language plpgsql as $$
begin
  perform index_parts(array[new.id]);
  return null;
end $$;
-- For each row, because orders update parts too and must not pay for this. An import sets freehub.search_index and
-- calls index_parts itself.
create trigger parts_words_changed
  after update of name, description, sku, supersedes, family_code, attributes on parts
  for each row when (coalesce(current_setting('freehub.search_index', true), '') <> 'deferred')
  execute function index_changed_part();

create function index_renamed_family() returns trigger language plpgsql as $$
begin
  update parts set family_code = family_code where family_code = new.code;
  return null;
end $$;
create trigger families_renamed after update of name on families
  for each row execute function index_renamed_family();

create function index_changed_price() returns trigger language plpgsql as $$
begin
  update part_words set words = ts_delete(words, price_marks(old.unit_price_cents))
      || array_to_tsvector(price_marks(new.unit_price_cents))
    where part_id = new.id;
  return null;
end $$;
create trigger parts_price_changed after update of unit_price_cents on parts
  for each row when (price_position(old.unit_price_cents) <> price_position(new.unit_price_cents))
  execute function index_changed_price();

create index parts_by_name on parts ((fold(name) collate "C"), position) where deleted_at is null;
create index parts_by_family_and_name
  on parts (family_code, (fold(name) collate "C"), position) where deleted_at is null;

-- Matches every part. It costs the index nothing, in place of a condition that is not needed.
create function match_all() returns tsquery language sql immutable parallel safe return '!''$none'''::tsquery;

-- The fewest marks that cover the numbers from low to high: a mark for each width, the widest first.
create function cover(low int, high int, marks text[], widths int[]) returns tsquery language sql immutable as $$
  with recursive covered (mark, next) as (
    select null, low
    union all
    select level.mark || next / width, next + width
    from covered, lateral (
      select mark, width from unnest(marks, widths) level (mark, width)
      where next % width = 0 and next + width - 1 <= high order by width desc limit 1
    ) level
  )
  select coalesce(string_agg(format('''%s''', mark), ' | '), '''$none''')::tsquery from covered where mark is not null
$$;

-- The buckets of each order from one position to another. Null means no bound.
create function position_buckets(low int, high int) returns tsquery language sql stable as $$
  select cover(coalesce(low, 0), coalesce(high, (select (max(position) - 1) / 1024 from parts)::int),
    array['%', '@'], array[32, 1])
$$;
create function price_buckets(low int, high int) returns tsquery language sql immutable as $$
  select cover(coalesce(low, 0), coalesce(high, 27 * 256 - 1), array['$', '*', '+'], array[256, 16, 1])
$$;
-- A loose index scan: prefixes of two characters, but of five at the first and the last position.
create function name_buckets(low text, high text) returns tsquery language sql stable as $$
  with recursive prefixes (name, length) as (
    select '', 0
    union all
    select next.name, case when left(next.name, 2) in (left(low, 2), left(high, 2)) then 5 else 2 end
    from prefixes, lateral (
      select fold(name) as name from parts
      where deleted_at is null and fold(name) collate "C" >= greatest(low collate "C", case
        when length = 0 then ''
        when length(prefixes.name) < length then prefixes.name || chr(1)
        else left(prefixes.name, length) || chr(1114111) end)
      order by fold(name) collate "C" limit 1
    ) next
    where high is null or left(next.name, 5) collate "C" <= high
  )
  select string_agg(format('''%s''', (name_marks(name))[case length when 2 then 1 else 2 end]), ' | ')::tsquery
  from prefixes where length > 0
$$;

create type part_filters as (
  families tsquery,
  -- Marks of about these prices, or match_all().
  prices tsquery,
  only_available boolean,
  from_cents int,
  to_cents int
);

-- Marks of about these prices: the 16ths of the first and the last price are included as a whole.
create function price_range(from_cents int, to_cents int) returns tsquery language sql immutable as $$
  select price_buckets(price_position(greatest(from_cents, 1)) / 16 * 16,
    price_position(greatest(least(to_cents, 99999999), 1)) / 16 * 16 + 15)
$$;

-- Whether at least half of all parts have such a price, estimated from the statistics of PostgreSQL.
create function is_common_price_range(from_cents int, to_cents int) returns boolean language sql stable as $$
  with known as (
    select most_common_vals::text::int[] as common, most_common_freqs as shares, histogram_bounds::text::int[] as bounds,
      1 - coalesce((select sum(share) from unnest(most_common_freqs) share), 0) as others
    from pg_stats where schemaname = current_schema and tablename = 'parts' and attname = 'unit_price_cents'
  ), prices as (
    select price, share from known, unnest(common, shares) common (price, share)
    union all
    select bound, others / cardinality(bounds) from known, unnest(bounds) bound
  )
  select coalesce(sum(share) filter (
    where price between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647)), 0) >= 0.5
  from prices
$$;

-- Uses no price marks if most parts have such a price: the index would cost more than it saves.
create function resolve_filters(family_codes text[], only_available boolean, from_cents int, to_cents int)
  returns part_filters language sql stable as $$
  select case when family_codes is null then match_all() else
      coalesce((select string_agg(format('''#%s''', code), ' | ') from unnest(family_codes) code), '''#none''')::tsquery end,
    case when from_cents is null and to_cents is null or is_common_price_range(from_cents, to_cents) then match_all()
      else price_range(from_cents, to_cents) end,
    only_available, from_cents, to_cents
$$;

create function passes(part parts, filters part_filters) returns boolean language sql immutable as $$
  select part.deleted_at is null
    and (not filters.only_available or part.on_hand - part.reserved >= part.minimum_order)
    and part.unit_price_cents between coalesce(filters.from_cents, 0) and coalesce(filters.to_cents, 2147483647)
$$;

-- Returns the parts on sale that match a query in a bucket. The index evaluates the conditions in this order and
-- stops at the first that fails, so the bucket, which it skips over, is first. Combining the conditions into one
-- query would make it five times as slow.
create function matching_parts(query tsquery, bucket tsquery, filters part_filters)
  returns setof parts language sql stable as $$
  select parts.* from part_words join parts on id = part_id
  where words @@ bucket and words @@ filters.families and words @@ query and words @@ filters.prices
    and passes(parts, filters)
$$;

-- Returns at most `max_count` matching parts of each bucket, in no order.
create function parts_in_buckets(query tsquery, buckets tsquery[], filters part_filters, max_count int)
  returns setof parts language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  bucket tsquery;
begin
  foreach bucket in array buckets loop
    return query select * from matching_parts(query, bucket, filters) limit max_count;
  end loop;
end $$;

-- A prefix that is not expanded: for each bucket, the index would collect all words that begin so.
create function has_prefix(query tsquery) returns boolean language sql immutable as $$
  select query::text ~ '''[^ '']+'':\*'
$$;

-- Whether a search has this many matches, as far as the first buckets show. Gives up when they seem to have too few.
create function has_many_matches(query tsquery, filters part_filters, max_count int)
  returns boolean language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  last_position bigint := (select coalesce(max(position), 1) from parts);
  has_prices boolean := num_nonnulls(filters.from_cents, filters.to_cents) > 0;
  width int;
  matches int;
begin
  foreach width in array array[1024, 32768] loop
    continue when last_position <= width;
    matches := 0;
    for n in 0..(last_position - 1) / width loop
      matches := matches + (select count(*) from (
        select from matching_parts(query, format('''%s%s''', case width when 1024 then '@' else '%' end, n)::tsquery, filters)
        limit max_count - matches
      ) found);
      if matches = max_count then
        return true;
      end if;
      exit when matches * 8 < max_count * (n + 1);
    end loop;
    exit when (has_prices or filters.families <> match_all()) and matches = 0
      or has_prices and filters.prices = match_all() and matches * 32 < max_count;
  end loop;
  return false;
end $$;

-- Returns the matching parts on sale, best first: by the first rank that matches, then by position. Null if there
-- are `max_count` or more. If most parts have the price, but few of these matches, the price marks are used after all.
create function find_all_matches(query tsquery, exact_query tsquery, ranks tsquery[], filters part_filters, max_count int)
  returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  max_rows int := case when filters.prices = match_all() and num_nonnulls(filters.from_cents, filters.to_cents) > 0
    then 1500 end;
  is_incomplete boolean;
  ids uuid[];
begin
  if (has_prefix(query) or query::text ~ '<->') and has_many_matches(exact_query, filters, max_count)
    or not has_prefix(query) and has_many_matches(query, filters, max_count) then
    return null;
  end if;
  for attempt in 1..2 loop
    with candidates as materialized (
      select id, position, words, passes(parts, filters) as passes
      from part_words join parts on id = part_id
      where words @@ filters.families and words @@ query and words @@ filters.prices and deleted_at is null
      limit max_rows
    ), matches as materialized (
      select id, position, words from candidates where passes limit max_count
    ), counts as (
      select count(*) < max_count as is_few from matches
    )
    select is_few and (select count(*) from candidates) = max_rows, case when is_few then array(
      select id from matches
      order by (select n from unnest(ranks) with ordinality ranked (rank, n) where words @@ rank limit 1), position
    ) end into is_incomplete, ids from counts;
    exit when is_incomplete is not true;
    max_rows := null;
    filters.prices := price_range(filters.from_cents, filters.to_cents);
  end loop;
  return ids;
end $$;

create function count_in_bucket(query tsquery, bucket tsquery, filters part_filters, max_count int)
  returns int language sql stable as $$
  select count(*) from (
    select from part_words where words @@ bucket and words @@ filters.families and words @@ query limit max_count
  ) matches
$$;

-- Returns the first matching parts on sale, rank by rank, by position, after this part, without the excluded ones.
-- `row_ranks` are the same ranks for words that have been read. Reads wide buckets, but narrow ones where matches are
-- dense, and the whole catalogue at once if the first bucket has too few matches to fill the page soon.
create function find_first_matches(ranks tsquery[], row_ranks tsquery[], after uuid, excluded uuid[],
  filters part_filters, max_count int)
  returns setof uuid language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  everywhere tsquery := match_all();
  last_wide int := (select coalesce((max(position) - 1) / 32768, 0) from parts);
  first_rank int := 1;
  after_position bigint := 0;
  -- The ranks before that have matches.
  better tsquery;
  query tsquery;
  first_wide int;
  matches int;
  buckets tsquery[];
  bucket tsquery;
  is_empty boolean;
  ids uuid[];
begin
  if after is not null then
    select position, (select n from unnest(row_ranks) with ordinality ranked (rank, n) where words @@ rank limit 1)
      into after_position, first_rank from parts join part_words on part_id = id where id = after;
    if first_rank is null then
      return;
    end if;
    better := nullif(array_to_string(ranks[:first_rank - 1], ' | '), '')::tsquery;
  end if;
  for rank in first_rank..cardinality(ranks) loop
    query := case when better is null then ranks[rank] else ranks[rank] && !!better end;
    is_empty := after_position = 0;
    first_wide := case when has_prefix(ranks[rank]) then last_wide else after_position / 32768 end;
    for wide in first_wide..last_wide loop
      matches := case when has_prefix(ranks[rank]) then 1
        when count_in_bucket(query, format('''@%s''', wide * 32)::tsquery, filters, 16) = 16 then 500
        else count_in_bucket(query, format('''%%%s''', wide)::tsquery, filters, 500) end;
      if wide = first_wide and wide < last_wide and matches * 8 < max_count then
        ids := array(
          select id from matching_parts(query, everywhere, filters)
          where position > after_position and id <> all (excluded) limit 2001);
        if cardinality(ids) <= 2000 then
          return query select id from parts where id = any (ids) order by position limit max_count;
          max_count := max_count - least(max_count, cardinality(ids));
          is_empty := is_empty and ids = '{}';
          exit;
        end if;
      end if;
      buckets := case when has_prefix(ranks[rank]) then array[everywhere]
        when matches = 500 then array(select format('''@%s''', n)::tsquery
          from generate_series(greatest(after_position / 1024, wide * 32), wide * 32 + 31) n)
        when matches > 0 then array[format('''%%%s''', wide)::tsquery]
        else '{}' end;
      foreach bucket in array buckets loop
        return query
          select id from matching_parts(query, bucket, filters)
          where position > after_position and id <> all (excluded)
          order by position limit max_count;
        get diagnostics matches = row_count;
        max_count := max_count - matches;
        exit when max_count = 0;
      end loop;
      is_empty := is_empty and buckets = '{}';
      exit when max_count = 0;
    end loop;
    exit when max_count = 0;
    -- An empty rank need not be excluded from those after it.
    if not is_empty then
      better := coalesce(better || ranks[rank], ranks[rank]);
    end if;
    after_position := 0;
  end loop;
end $$;
