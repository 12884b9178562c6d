-- The functions of the search that changed after version 0.2.0. The released 0005-search.sql has the tables, the indexes,
-- the triggers, the unchanged functions, and the functions that only processes of version 0.2.0 call.

-- Splits a text into the tokens that a search compares. '700 x 25C', '700×25c' and '700/25-C' are 700, 25, c;
-- '1,37' is 1.37; 'M8' is m, 8; '160mm' is 160, mm; '46T' is 46, teeth; 'Pads' is pad.
create or replace function tokenize(input text) returns text[] language plpgsql immutable strict parallel safe as $$
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
  -- Replaces punctuation except the period. Lists code points, because character classes depend on the locale. Leaves
  -- out the space, which would add a match for each word.
  rest := regexp_replace(rest,
    '[\u0001-\u001f\u0021-\u002d\u002f\u003a-\u0060\u007b-\u00bf\u00f7\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g');
  if strpos(rest, '.') > 0 then
    rest := regexp_replace(rest, '(?<![0-9])\.|\.(?![0-9])', ' ', 'g');
  end if;
  if rest ~ '[0-9]' then
    rest := regexp_replace(rest, '([0-9])([^0-9. ])', '\1 \2', 'g');
    rest := regexp_replace(rest, '([^0-9. ])([0-9])', '\1 \2', 'g');
  end if;
  -- Plural to singular, except for words like 'brass' and 'radius'.
  return array(select case when token like '%s'
      then regexp_replace(left(token, 100), '^([^0-9]{2,}[^0-9sui])s$', '\1') else left(token, 100) end
    from string_to_table(rest, ' ') token where token <> '');
end $$;

-- All tokens and marks that find these parts. One statement for all parts is faster than one for each part.
-- Tokens have a weight: name (A), numbers and family (B), attributes (C), description (D). Marks let the index answer
-- without reading the row:
--   '=chain' in the name, '=brake lever' adjacent in the name, '~chain' in the family, '-steel' in attributes,
--   '^brake' '^lever' in the name before its first comma, size or word such as 'for', '!lever' the head noun, which is
--   the last of these words,
--   '<c' '<ch' prefixes of words in the name, '>2' '>24' in numbers and family,
--   '25 622' '10 speed' 'm 8' adjacent tokens with a number,
--   '#08' family ('#' without one), and the buckets of each order:
--   '@7' '%0' position, 1,024 and 32,768 parts each, '$9' '*150' '+2412' price, in octaves, 16ths and 256ths,
--   '&6b65' '|6b656c7765' the first two and five characters of the name, in hex.
create function build_search_words(ids uuid[]) returns table (part_id uuid, words tsvector) language sql stable as $$
  with texts (id, nth, weight, mark, input) as (
    select p.id, each_text.* from parts p left join families on code = family_code cross join lateral (values
      (1, 'A', '=', p.name),
      (2, 'B', '~', concat_ws(' / ', sku, replace(sku, '-', ''), supersedes, replace(supersedes, '-', ''), families.name)),
      -- Imported parts usually have no attributes.
      (3, 'C', '-', case when attributes::text <> '{}' then
        concat_ws(' / ', attributes_as_text(attributes), sizes_in_ranges(attributes)) end),
      (4, 'D', null, description)
    ) each_text
    where p.id = any (ids)
  ), tokenized as materialized (
    select id, nth, weight, mark, translate(nullif(mark, '-'), '=~', '<>') as prefix_mark, tokenize(input) as tokens,
      case nth when 1 then
        cardinality(tokenize(regexp_replace(input, '(,| [0-9]| (for|with|set|pair|kit)\M).*', '', 'i'))) end as head_noun
    from texts
  ), placed as (
    -- One position is left out between two texts, so that no phrase spans both.
    select *, nth + coalesce(sum(cardinality(tokens)) over
      (partition by id order by nth rows between unbounded preceding and 1 preceding), 0) as before
    from tokenized
  ), each_token as (
    select id, nth, mark, prefix_mark, token, token || ' ' || tokens[n + 1] as pair,
      concat(''':', least(before + n, 16383), weight, ' ''') as at, ''' ''' as next, head_noun - n as before_head_noun
    from placed, unnest(tokens) with ordinality as tokens (token, n)
  ), lexemes (id, lexemes) as (
    -- Keeps positions only where phrase queries need them. Descriptions have no marks.
    select id, string_agg(case nth when 4 then concat(token, at, case when pair ~ '^[0-9]|^..? [0-9]' then pair || at end)
      else concat(token, at,
        mark || token || case mark when '~' then at else next end,
        prefix_mark || left(token, 1) || at,
        case when length(token) > 1 then prefix_mark || left(token, 2) || at end,
        case when before_head_noun >= 0 then '^' || token || next end,
        case when before_head_noun = 0 then '!' || token || next end,
        case when mark = '=' then '=' || pair || next end,
        case when pair ~ case nth when 2 then '^[0-9][^ ]* [0-9]|^[0-9][^ ]{0,3} '
          when 3 then '^[0-9]| [0-9]' else '^[0-9][^ ]* [0-9]' end
          then pair || at end) end, '')
    from each_token group by id
  )
  select id, concat('''', lexemes, '@', (position - 1) / 1024, ''' ''%', (position - 1) / 32768, '''',
      format(' ''#%s''', family_code))::tsvector
    || array_to_tsvector(price_marks(unit_price_cents) || name_marks(name))
  from parts left join lexemes using (id) where id = any (ids)
$$;

-- Indexes many parts at once, so that each word is looked up in the vocabulary once.
create or replace function index_parts(ids uuid[]) returns void language sql as $$
  with changed as (
    insert into part_words select * from build_search_words(ids)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words
    returning words
  ), found as materialized (
    -- Most symbols come before letters in this order.
    select lexeme, bool_or(weights && '{A,B}') as naming from changed, unnest(words)
    where lexeme collate "C" >= 'a' and length(lexeme) >= 3 group by lexeme
  ), used as materialized (
    select * from found where lexeme !~ '[!^=~<>$*+&| 0-9-]'
  )
  insert into vocabulary
    select lexeme, naming from used
    where not exists (
      select from vocabulary where word = lexeme and (vocabulary.naming or not used.naming))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming
$$;

-- An import defers the marks by freehub.price_marks and calls index_parts, which also writes them.
create or replace function index_changed_price() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('freehub.price_marks', true), '') <> 'deferred' then
    update part_words set words = ts_delete(words, price_marks(old.unit_price_cents))
        || array_to_tsvector(price_marks(new.unit_price_cents))
      where part_id = new.id;
  end if;
  return null;
end $$;

-- The marks of prices include the 16ths of the first and the last price as a whole.
create function build_filters(family_codes text[], only_available boolean, from_cents int, to_cents int)
  returns part_filters language sql stable as $$
  select case when family_codes is null then match_all() else
      coalesce((select string_agg(format('''#%s''', code), ' | ') from unnest(family_codes) code), '''#none''')::tsquery end,
    case when num_nonnulls(from_cents, to_cents) = 0 then match_all() else price_buckets(
      price_position(greatest(from_cents, 1)) / 16 * 16,
      price_position(greatest(least(to_cents, 99999999), 1)) / 16 * 16 + 15) end,
    only_available, from_cents, to_cents
$$;

-- Returns at most `max_count` parts on sale that match a query in a bucket, in no order. The index evaluates the
-- conditions in this sequence and stops at the first that fails. The bucket is first, because it excludes most parts.
-- One combined condition would take five times as long.
create function matching_parts(query tsquery, bucket tsquery, filters part_filters, max_count int)
  returns setof parts language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select parts.* from part_words join parts on id = part_id
    where words @@ bucket and words @@ filters.families and words @@ query and words @@ filters.prices
      and passes(parts, filters)
    limit max_count;
end $$;

-- The mark of the bucket of positions with this number: 1 or 32 buckets wide, or all parts.
create function position_bucket(number int, width int) returns tsquery language sql immutable as $$
  select case width when 1 then format('''@%s''', number)::tsquery when 32 then format('''%%%s''', number / 32)::tsquery
    else match_all() end
$$;

-- Returns the ids of the matching parts on sale, best first: by the first rank that matches, then by position. Returns
-- null if there are `max_count` or more, which the first 32 buckets usually show without collecting all matches.
create function find_all_matches(query tsquery, ranks tsquery[], filters part_filters, max_count int)
  returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if max_count = (select count(*) from matching_parts(query, position_bucket(0, 32), filters, max_count)) then
    return null;
  end if;
  return (
    with matches as materialized (
      select id, position, words from part_words join parts on id = part_id
      where words @@ filters.families and words @@ query and words @@ filters.prices and passes(parts, filters)
      limit max_count
    )
    select case when count(*) < max_count then array(
      select id from matches
      order by (select n from unnest(ranks) with ordinality ranked (rank, n) where words @@ rank limit 1), position
    ) end from matches
  );
end $$;

-- Returns at most max_count ids of matching parts on sale that follow the part `after`, by rank, then by position.
-- Reads the buckets of a rank one after another. The next bucket is wider if this one has few matches, and narrower if
-- it has too many. If `after` no longer matches, returns some parts again rather than leave out any.
create function find_first_matches(ranks tsquery[], after uuid, filters part_filters, max_count int)
  returns setof uuid language plpgsql stable as $$
declare
  last_bucket int := (select (max(position) - 1) / 1024 from parts);
  first_rank int := 1;
  after_position bigint := 0;
  -- The query of all better ranks.
  better tsquery;
  bucket int;
  width int;
  max_width int;
  is_empty boolean;
  is_too_wide boolean;
  ids uuid[];
begin
  if after is not null then
    select position, (select n from unnest(ranks) with ordinality ranked (rank, n) where words @@ rank limit 1)
      into after_position, first_rank from parts join part_words on part_id = id where id = after;
    better := nullif(array_to_string(ranks[:first_rank - 1], ' | '), '')::tsquery;
  end if;
  for rank in coalesce(first_rank, case when after_position > 0 then 1 else cardinality(ranks) + 1 end)
    ..cardinality(ranks) loop
    bucket := after_position / 1024;
    width := 1;
    max_width := 1024;
    is_empty := after_position = 0;
    while bucket <= last_bucket loop
      select coalesce(array_agg(id order by position) filter (where position > after_position), '{}'), count(*) > 1024
        into ids, is_too_wide
        from matching_parts(coalesce(ranks[rank] && !!better, ranks[rank]), position_bucket(bucket, width), filters, 1025);
      if is_too_wide then
        width := width / 32;
        max_width := 32;
        continue;
      end if;
      return query select unnest(ids[:max_count]);
      max_count := max_count - least(max_count, cardinality(ids));
      if max_count = 0 then
        return;
      end if;
      is_empty := is_empty and ids = '{}';
      bucket := case when width > 32 then last_bucket else bucket / width * width + width - 1 end + 1;
      after_position := bucket::bigint * 1024;
      width := case when cardinality(ids) * 8 < max_count then least(width * 32, max_width) else width end;
    end loop;
    -- A rank without matches need not be excluded from later ranks.
    better := case when is_empty then better else coalesce(better || ranks[rank], ranks[rank]) end;
    after_position := 0;
  end loop;
end $$;
