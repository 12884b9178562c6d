-- Lower case without accents.
create function folded(given text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øØłŁđĐðÐ×⁄', 'oolldddd*/')
$$;

-- Splits a text into the tokens that a search compares. '700 x 25C', '700×25c' and '700/25-C' are 700, 25, c;
-- '1,37' is 1.37; 'M8' is m, 8; '160mm' is 160, mm; 'Pads' is pad.
create function pieces_of(given text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  rest text := case when octet_length(given) = length(given) then lower(given) else folded(given) end;
begin
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
  return array(select case when piece like '%s'
      then regexp_replace(left(piece, 100), '^([^0-9]{2,}[^0-9sui])s$', '\1') else left(piece, 100) end
    from string_to_table(rest, ' ') piece where piece <> '');
end $$;

-- Attributes as text: {"bcd_mm": 104, "teeth": [48, 36], "reflex": true} is 'bcd 104 mm 48 teeth 36 teeth
-- reflex'.
create function attributes_said(attributes json) returns text language sql immutable strict parallel safe as $$
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

-- All sizes within a range: {"width_min_mm": 25, "width_max_mm": 27, "bead_seat_mm": 622} is
-- '25-622 26-622 27-622'.
create function sizes_between(attributes json) returns text language sql immutable strict parallel safe as $$
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

-- The name of a part without its sizes: 'Holm brake lever' of 'Holm brake lever, 3-finger, right'.
create function called(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(name, '(,| [0-9]| (for|with|set|pair|kit)\M).*', '', 'i')
$$;

-- Position of a price on a logarithmic scale: 256 steps from a price to its double. One expression, so that
-- PostgreSQL inlines it.
create function price_step(cents int) returns int language sql immutable strict parallel safe as $$
  select (length(ltrim(cents::bit(32)::text, '0')) - 1) * 256
    + (((cents - (1 << (length(ltrim(cents::bit(32)::text, '0')) - 1)))::bigint * 256)
      >> (length(ltrim(cents::bit(32)::text, '0')) - 1))::int
$$;

create function price_marks(cents int) returns text[] language sql immutable strict parallel safe as $$
  select array['$' || step / 256, '*' || step / 16, '+' || step] from price_step(cents) step
$$;

-- Prefixes of a name, encoded so that they sort like the name.
create function name_marks(name text) returns text[] language sql immutable strict parallel safe as $$
  select array['&' || encode(convert_to(left(sorted, 2), 'UTF8'), 'hex'),
    '|' || encode(convert_to(left(sorted, 5), 'UTF8'), 'hex')] from folded(name) sorted
$$;

-- All lexemes that find a part: name (weight A), numbers and family (B), attributes (C), description (D).
-- Markers let the index answer without reading the row:
--   '=chain' in the name, '=brake lever' adjacent in the name, '~chain' in the family, '-steel' in attributes,
--   '^brake' '^lever' in the name without sizes, '!lever' its last word, which says what the part is,
--   '<c' '<ch' prefixes of words in the name, '>2' '>24' in numbers and family,
--   '25 622' '10 speed' 'm 8' adjacent tokens with a number,
--   '@7' '%0' position in ranges of 1,024 and 32,768 parts, '#08' family ('#' without one),
--   '$9' '*150' '+2412' price in octaves, 16ths and 256ths, '&6b65' '|6b656c7765' prefixes of the name.
create function words_of(part parts) returns tsvector language sql stable as $$
  with texts (place, weight, mark, said) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    -- Imported parts usually have no attributes.
    (3, 'C', '-', case when part.attributes::text <> '{}' then
      concat_ws(' / ', attributes_said(part.attributes), sizes_between(part.attributes)) end),
    (4, 'D', null, part.description)
  ), cut as (
    select place, weight, mark, translate(nullif(mark, '-'), '=~', '<>') as begins,
      pieces_of(regexp_replace(said, '([0-9])\s*[tT]\M', '\1 teeth', 'g')) as pieces
    from texts
  ), placed as (
    -- One position is left out between two texts, so that no phrase spans both.
    select *, place + coalesce(sum(cardinality(pieces)) over
      (order by place rows between unbounded preceding and 1 preceding), 0) as before
    from cut
  ), thing (length) as (
    select cardinality(pieces_of(called(part.name)))
  ), said as (
    select place, mark, begins, piece, piece || ' ' || pieces[n + 1] as pair,
      format(''':%s%s ''', least(before + n, 16383), weight) as at, ''' ''' as next,
      case mark when '=' then (select length from thing) - n end as before_thing
    from placed, unnest(pieces) with ordinality as pieces (piece, n)
  ), lexemes (all_of_them) as (
    -- Positions only where phrase queries need them.
    select string_agg(concat(piece, at,
      mark || piece || case mark when '~' then at else next end,
      begins || left(piece, 1) || at,
      case when length(piece) > 1 then begins || left(piece, 2) || at end,
      case when before_thing >= 0 then '^' || piece || next end,
      case when before_thing = 0 then '!' || piece || next end,
      case when mark = '=' then '=' || pair || next end,
      case when pair ~ case place when 2 then '^[0-9][^ ]* [0-9]|^[0-9][^ ]{0,3} '
        when 3 then '^[0-9]| [0-9]' when 4 then '^[0-9]|^..? [0-9]' else '^[0-9][^ ]* [0-9]' end
        then pair || at end), '')
    from said
  )
  select concat('''', all_of_them, '@', (part.position - 1) / 1024, ''' ''%', (part.position - 1) / 32768, '''',
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
create index vocabulary_by_likeness on vocabulary using gist (word gist_trgm_ops);

-- Indexes many parts at once, so that each word is looked up in the vocabulary once.
create function keep_words_of(ids uuid[]) returns void language sql as $$
  with kept as (
    insert into part_words select id, words_of(parts) from parts where id = any (ids)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words
    returning words
  ), said as materialized (
    select lexeme, bool_or(weights && '{A,B}') as is_naming from kept, unnest(words)
    where length(lexeme) >= 3 and lexeme !~ '[!^=~<>$*+&| 0-9-]' group by lexeme
  )
  insert into vocabulary
    select lexeme, is_naming from said
    where not exists (
      select from vocabulary where word = lexeme and (naming or not is_naming))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming
$$;

create function keep_added_words() returns trigger language plpgsql as $$
begin
  perform keep_words_of(array(select id from added));
  return null;
end $$;
create trigger parts_have_words after insert on parts referencing new table as added
  for each statement execute function keep_added_words();

create function keep_part_words() returns trigger language plpgsql as $$
begin
  perform keep_words_of(array[new.id]);
  return null;
end $$;
-- For each row, because orders update parts too and must not pay for this. An import sets freehub.words and
-- calls keep_words_of itself.
create trigger parts_change_words
  after update of name, description, sku, supersedes, family_code, attributes on parts
  for each row when (coalesce(current_setting('freehub.words', true), '') <> 'kept at once')
  execute function keep_part_words();

create function keep_family_words() returns trigger language plpgsql as $$
begin
  update parts set family_code = family_code where family_code = new.code;
  return null;
end $$;
create trigger families_have_words after update of name on families
  for each row execute function keep_family_words();

create function keep_part_price() returns trigger language plpgsql as $$
begin
  update part_words set words = ts_delete(words, price_marks(old.unit_price_cents))
      || array_to_tsvector(price_marks(new.unit_price_cents))
    where part_id = new.id;
  return null;
end $$;
create trigger parts_change_price after update of unit_price_cents on parts
  for each row when (price_step(old.unit_price_cents) <> price_step(new.unit_price_cents))
  execute function keep_part_price();

create index parts_by_name on parts ((folded(name) collate "C"), position) where deleted_at is null;
create index parts_by_family_and_name
  on parts (family_code, (folded(name) collate "C"), position) where deleted_at is null;

-- Matches every part. A condition that costs the index nothing, in place of one that is not needed.
create function in_all() returns tsquery language sql immutable parallel safe
  return '!''$none'''::tsquery;

-- Matches parts of these families; no part if there are none.
create function in_families(codes text[]) returns tsquery language sql immutable strict as $$
  select coalesce(string_agg(format('''#%s''', code), ' | '), '''#none''')::tsquery
  from unnest(codes) code
$$;

-- Matches parts with about these prices: whole octaves, and 16ths of the first and last one. Null for all
-- prices.
create function marks_of_prices(from_cents int, to_cents int) returns tsquery language sql immutable as $$
  select coalesce(string_agg(format('''%s''', mark), ' | '), '''$none''')::tsquery
  from (select price_step(least(greatest(coalesce(from_cents, 1), 1), 99999999)) as low,
      case when to_cents < 99999999 then price_step(greatest(to_cents, 1)) else 27 * 256 - 1 end as high) ends,
    lateral (select (low + 255) / 256 as first, (high + 1) / 256 - 1 as last) whole,
    lateral (
      select '$' || octave as mark from generate_series(first, last) octave
      union all
      select '*' || part from generate_series(low / 16, high / 16) part where part / 16 not between first and last
    ) marks
  having from_cents is not null or to_cents is not null
$$;

-- Whether at least half of all parts have such a price, estimated from the statistics of PostgreSQL.
create function are_most_prices(from_cents int, to_cents int) returns boolean language sql stable as $$
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

-- Like marks_of_prices, but null if most parts have such a price: the index would cost more than it saves.
create function in_prices(from_cents int, to_cents int) returns tsquery language sql stable as $$
  select case when not are_most_prices(from_cents, to_cents) then marks_of_prices(from_cents, to_cents) end
$$;

-- Returns the parts on sale within a range of positions, prices or names that match a query. The index evaluates
-- the conditions in this order and stops at the first that fails, so the range, which it skips over, is
-- first. Combining conditions into one query would make it five times as slow.
create function on_sale_within(query tsquery, stretch tsquery, of_families tsquery, of_prices tsquery,
  only_available boolean, from_cents int, to_cents int) returns setof parts language sql stable as $$
  select parts.* from part_words join parts on id = part_id
  where words @@ stretch and words @@ coalesce(of_families, stretch) and words @@ query
    and words @@ coalesce(of_prices, stretch) and deleted_at is null
    and (not only_available or on_hand - reserved >= minimum_order)
    and unit_price_cents between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647)
$$;

-- Returns at most so many parts of each range, in no order.
create function parts_within(query tsquery, stretches tsquery[], families text[], only_available boolean,
  from_cents int, to_cents int, most int)
  returns setof parts language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  of_families tsquery := coalesce(in_families(families), in_all());
  of_prices tsquery := coalesce(in_prices(from_cents, to_cents), in_all());
  stretch tsquery;
begin
  foreach stretch in array stretches loop
    return query
      select * from on_sale_within(query, stretch, of_families, of_prices, only_available, from_cents, to_cents)
      limit most;
  end loop;
end $$;

-- Returns the matching parts on sale, best first: by the first rank that matches, then by position. Null if there
-- are `most` or more. The last query finds all of them; those before it find some, and are skipped
-- unless they seem to find enough. Many matches are counted in a few ranges of the catalogue. If most parts
-- have the price but few of these matches do, the price index is used after all.
create function few_ranked(queries tsquery[], ranks tsquery[], families text[], only_available boolean,
  from_cents int, to_cents int, most int)
  returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  tries constant int := 1500;
  last_position bigint := (select coalesce(max(position), 1) from parts);
  of_families tsquery := coalesce(in_families(families), in_all());
  of_prices tsquery := coalesce(in_prices(from_cents, to_cents), in_all());
  is_rough boolean := of_prices = in_all() and (from_cents is not null or to_cents is not null);
  -- A single index scan that reads no rows is cheaper than one for each range.
  is_narrowed boolean := of_prices <> in_all()
    or (of_families <> in_all() or is_rough) and queries[cardinality(queries)]::text !~ '<->';
  query tsquery;
  width int;
  counted int;
  gave_up boolean;
  ids uuid[];
begin
  foreach query in array queries loop
    continue when query::text ~ '''[^ '']+'':\*' or is_narrowed and query <> queries[cardinality(queries)];
    foreach width in array array[1024, 32768] loop
      continue when last_position <= width;
      counted := 0;
      for stretch in 0..(last_position - 1) / width loop
        counted := counted + (select count(*) from (
          select from on_sale_within(query, format('''%s%s''', case width when 1024 then '@' else '%' end, stretch)::tsquery,
            of_families, of_prices, only_available, from_cents, to_cents)
          limit most - counted) found);
        if counted = most then
          return null;
        end if;
        exit when counted * 8 < most * (stretch + 1);
      end loop;
      -- A long range reads all rows whatever their price, so it must promise enough.
      exit when is_rough and counted * 32 < most or counted = 0 and is_narrowed;
    end loop;
  end loop;
  for attempt in 1..2 loop
    with seen as (
      select id, position, words, row_number() over () as n,
        (not only_available or on_hand - reserved >= minimum_order)
          and unit_price_cents between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647) as is_wanted
      from part_words join parts on id = part_id
      where words @@ of_families and words @@ query and words @@ of_prices and deleted_at is null
      limit case when is_rough then tries end
    ), found as materialized (
      select id, position, case when ranks <> '{}' then words end as words, is_wanted, is_rough and n = tries as is_last_try
      from seen where is_wanted or is_rough and n = tries limit most
    )
    select count, had_more, case when count < most and not had_more then array(
      select id from found
      order by (select n from unnest(ranks) with ordinality ranked (rank, n) where words @@ rank limit 1), position
    ) end into counted, gave_up, ids
    from (select count(*), coalesce(bool_or(is_last_try), false) as had_more from found) counts;
    exit when not gave_up;
    is_rough := false;
    of_prices := marks_of_prices(from_cents, to_cents);
  end loop;
  return ids;
end $$;

-- Returns the first parts on sale of a search, rank by rank, by position from `from_position` on, without those in
-- `left_out`. If a range has many matches, its ranges of 1,024 positions are read one after the other. If the
-- first range has too few to fill the page soon, the whole catalogue is searched at once. If the rank that
-- contains all ranks before it has no match, they are skipped.
create function first_found(ranks tsquery[], from_rank int, from_position bigint, left_out uuid[],
  families text[], only_available boolean, from_cents int, to_cents int, most int)
  returns setof uuid language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  few constant int := 2000;
  last_stretch int := (select coalesce((max(position) - 1) / 32768, 0) from parts);
  of_families tsquery := coalesce(in_families(families), in_all());
  of_prices tsquery := coalesce(in_prices(from_cents, to_cents), in_all());
  anything tsquery := in_all();
  last_rank int := cardinality(ranks);
  next_rank int := 1;
  query tsquery;
  better tsquery;
  before tsquery;
  -- Matches of all ranks before the last, without those found so far.
  rest tsquery;
  within tsquery;
  is_open boolean;
  is_close boolean;
  after bigint;
  first_stretch int;
  found int;
  given int;
  ids uuid[];
begin
  for rank in 1..last_rank loop
    continue when rank < next_rank;
    query := case when better is null then ranks[rank] else ranks[rank] && !!better end;
    before := better;
    better := case when better is null then ranks[rank] else better || ranks[rank] end;
    continue when rank < from_rank;
    after := case when rank = from_rank then from_position else 0 end;
    is_open := ranks[rank]::text ~ '''[^ '']+'':\*';
    first_stretch := case when is_open then last_stretch else after / 32768 end;
    ids := null;
    for stretch in first_stretch..last_stretch loop
      within := case when is_open then ranks[rank] else format('''%%%s''', stretch)::tsquery end;
      is_close := rank = last_rank and not is_open and (select count(*) from (
        select from part_words
        where words @@ format('''@%s''', stretch * 32)::tsquery and words @@ of_families and words @@ query
        limit 16) seen) = 16;
      found := case when is_close then 500 when is_open then 1 else (select count(*) from (
        select from part_words
        where words @@ within and words @@ of_families and words @@ query
        limit 500) seen) end;
      if stretch = first_stretch and stretch < last_stretch and found * 8 < most then
        if found = 0 and rank < last_rank - 1 and rest is null and ranks[last_rank - 1]::text !~ ':\*|<->' then
          rest := case when before is null then ranks[last_rank - 1] else ranks[last_rank - 1] && !!before end;
          if not exists (
            select from part_words where words @@ within and words @@ of_families and words @@ rest
          ) and not exists (
            select from part_words where words @@ of_families and words @@ rest
          ) then
            next_rank := last_rank;
            better := before;
            exit;
          end if;
        end if;
        ids := array(
          select id from on_sale_within(query, of_families, anything, anything, only_available, from_cents, to_cents)
          where position > after and id <> all (left_out) limit few + 1);
      end if;
      if cardinality(ids) <= few then
        -- A rank without matches need not be excluded from the later ones.
        if ids = '{}' and after = 0 then
          better := before;
        end if;
        return query select id from parts where id = any (ids) order by position limit most;
        get diagnostics found = row_count;
        most := most - found;
        exit;
      end if;
      continue when found = 0;
      for part in case when found = 500 then greatest(0, after / 1024 - stretch * 32) else 0 end
        ..case when found = 500 then 31 else 0 end loop
        if found = 500 then
          within := format('''@%s''', stretch * 32 + part)::tsquery;
        end if;
        return query
          select id from on_sale_within(query, within, of_families, of_prices, only_available, from_cents, to_cents)
          where position > after and id <> all (left_out)
          order by position limit most;
        get diagnostics given = row_count;
        most := most - given;
        if most = 0 then
          return;
        end if;
      end loop;
    end loop;
    if most = 0 then
      return;
    end if;
  end loop;
end $$;
