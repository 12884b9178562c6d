-- Functions and a trigger: the version before finds parts as it did. What they add to the parts that are there
-- already, 0010 does beside the shop.
set local lock_timeout = '1500ms';
lock table parts in share row exclusive mode;

-- What does not fit a row is fetched from elsewhere, one part after the other: words fit.
alter table part_words set (toast_tuple_target = 4080);

-- As in 0007, in less time.
create or replace function pieces_of(given text) returns text[] language plpgsql immutable strict parallel safe as $$
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
  -- Signs, apart from letters, digits and the point. By number, for the locale knows other letters.
  rest := regexp_replace(rest,
    '[\u0001-\u002d\u002f\u003a-\u0060\u007b-\u00bf\u00f7\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g');
  if strpos(rest, '.') > 0 then
    rest := regexp_replace(rest, '(?<![0-9])\.|\.(?![0-9])', ' ', 'g');
  end if;
  if rest ~ '[0-9]' then
    rest := regexp_replace(rest, '([0-9])(?=[^0-9. ])', '\1 ', 'g');
    rest := regexp_replace(rest, '([^0-9. ])(?=[0-9])', '\1 ', 'g');
  end if;
  -- Of several pads one looks for a pad; 'brass' and 'radius' are one.
  return array(select case when piece like '%s'
      then regexp_replace(left(piece, 100), '^([^0-9]{2,}[^0-9sui])s$', '\1') else left(piece, 100) end
    from string_to_table(rest, ' ') piece where piece <> '');
end $$;

-- Where a price stands among all: 256 steps from one to its double, of a cent at least.
create function price_step(cents int) returns int language sql immutable strict parallel safe as $$
  select octave * 256 + (((cents - (1 << octave))::bigint * 256) >> octave)::int
  from (select length(ltrim(cents::bit(32)::text, '0')) - 1 as octave) octaves
$$;
create function price_marks(cents int) returns text[] language sql immutable strict parallel safe as $$
  select array['$' || step / 256, '*' || step / 16, '+' || step] from price_step(cents) step
$$;

-- With what a name begins, in signs that compare as it does.
create function name_marks(name text) returns text[] language sql immutable strict parallel safe as $$
  select array['&' || encode(convert_to(left(sorted, 2), 'UTF8'), 'hex'),
    '|' || encode(convert_to(left(sorted, 5), 'UTF8'), 'hex')] from folded(name) sorted
$$;

-- As in 0007, and where a part stands among all prices ('$9', '*150', '+2412') and names ('&6b65',
-- '|6b656c7765'), so that an order, too, is gone along a stretch at a time; and what stands beside a
-- number outside of names ('10 speed', 'm 8'), and which words are of attributes ('-steel'), which were else
-- to be seen in each row alone.
create or replace function words_of(part parts) returns tsvector language sql stable as $$
  with texts (place, weight, mark, said) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    -- Most lists of parts know of no attributes.
    (3, 'C', '-', case when part.attributes::text <> '{}' then
      concat_ws(' / ', attributes_said(part.attributes), sizes_between(part.attributes)) end),
    (4, 'D', null, part.description)
  ), cut as (
    select place, weight, mark, translate(nullif(mark, '-'), '=~', '<>') as begins,
      pieces_of(regexp_replace(said, '([0-9])\s*[tT]\M', '\1 teeth', 'g')) as pieces
    from texts
  ), placed as (
    -- A place is left out between two texts: no phrase goes on from one to the other.
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
    -- Places are said of those alone that phrases are asked for, or what begins as they do.
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

-- As in 0007; of the new marks none is a word.
create or replace function keep_part_words() returns trigger language plpgsql as $$
begin
  perform keep_words_of(array[new.id]);
  return null;
end $$;
create or replace function keep_words_of(ids uuid[]) returns void language sql as $$
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

-- A price moves its part alone, whoever keeps the words.
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

-- As in 0007: those that stand where they are said to, among prices too, are left.
create or replace procedure place_all_words() language plpgsql as $$
declare
  ids uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    ids := array(select id from parts where id > last and not exists (
        select from part_words where part_id = id
        and words @@ format('''@%s'' & ''+%s''', (parts.position - 1) / 1024, price_step(unit_price_cents))::tsquery)
      order by id limit 200);
    exit when ids = '{}';
    perform from parts where id = any (ids) order by id for no key update;
    perform keep_words_of(ids);
    commit;
    last := ids[cardinality(ids)];
  end loop;
end $$;

-- What finds the parts of about these prices: whole octaves, and 16ths of the first and the last. Null for all.
create function in_prices(from_cents int, to_cents int) returns tsquery language sql immutable as $$
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

-- The parts on sale within a stretch of the catalogue, of prices or of names, or several, that a search finds.
-- The index asks one condition after the other, and tries what fails the first no further: the stretch, which
-- it passes over, is first. Families and prices in one condition, or one with the search, would take it
-- five times as long.
create function on_sale_within(query tsquery, stretch tsquery, of_families tsquery, of_prices tsquery,
  only_available boolean, from_cents int, to_cents int) returns setof parts language sql stable as $$
  select parts.* from part_words join parts on id = part_id
  where words @@ stretch and words @@ coalesce(of_families, stretch) and words @@ query
    and words @@ coalesce(of_prices, stretch) and deleted_at is null
    and (not only_available or on_hand - reserved >= minimum_order)
    and unit_price_cents between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647)
$$;

-- Of each of these stretches so many at most, in no order.
create function found_within(query tsquery, stretches tsquery[], families text[], only_available boolean,
  from_cents int, to_cents int, most int)
  returns setof uuid language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  of_families tsquery := in_families(families);
  of_prices tsquery := in_prices(from_cents, to_cents);
  stretch tsquery;
  -- Where nothing is narrowed the shorter is asked again.
  shorter tsquery;
begin
  foreach stretch in array stretches loop
    shorter := case when numnode(stretch) < numnode(query) then stretch else query end;
    return query
      select id from on_sale_within(query, stretch, coalesce(of_families, shorter), coalesce(of_prices, shorter),
        only_available, from_cents, to_cents)
      limit most;
  end loop;
end $$;

-- The parts on sale that a search finds, in no order; null where there are so many. The last of the queries finds
-- all of them, those before it some: they are left where they do not seem to find enough. Where many are found a
-- few stretches of the catalogue will do; what the first has little of is looked for in all of it at once.
create function few_found(queries tsquery[], families text[], only_available boolean, from_cents int, to_cents int,
  most int) returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  last_stretch int := (select coalesce((max(position) - 1) / 32768, 0) from parts);
  of_families tsquery := in_families(families);
  of_prices tsquery := in_prices(from_cents, to_cents);
  query tsquery;
  is_last boolean;
  ids uuid[];
begin
  foreach query in array queries loop
    ids := '{}';
    is_last := query = queries[cardinality(queries)];
    continue when last_stretch = 0 or query::text ~ '''[^ '']+'':\*' or of_prices is not null and not is_last;
    for stretch in 0..last_stretch loop
      ids := ids || array(
        select id from on_sale_within(query, format('''%%%s''', stretch)::tsquery, of_families, of_prices,
          only_available, from_cents, to_cents)
        limit most - cardinality(ids));
      if cardinality(ids) = most then
        return null;
      elsif is_last and stretch = last_stretch then
        return ids;
      end if;
      exit when cardinality(ids) * case when is_last then least(8, last_stretch) else last_stretch end
        < most * (stretch + 1);
    end loop;
  end loop;
  ids := array(
    select id from on_sale_within(query, coalesce(of_families, query), null, of_prices, only_available,
      from_cents, to_cents)
    limit most);
  return case when cardinality(ids) < most then ids end;
end $$;
-- As in 0007, by what they share. What the first stretch has so little of that it would take many to fill the
-- page is looked for in all of the catalogue at once.
create or replace function first_found(ranks tsquery[], from_rank int, from_position bigint, left_out uuid[],
  families text[], only_available boolean, from_cents int, to_cents int, most int)
  returns setof uuid language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  few constant int := 2000;
  last_stretch int := (select coalesce((max(position) - 1) / 32768, 0) from parts);
  of_families tsquery := in_families(families);
  of_prices tsquery := in_prices(from_cents, to_cents);
  query tsquery;
  better tsquery;
  before tsquery;
  within tsquery;
  is_open boolean;
  after bigint;
  first_stretch int;
  found int;
  given int;
  ids uuid[];
begin
  for rank in 1..cardinality(ranks) loop
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
      found := case when is_open then 1 else (select count(*) from (
        select from part_words
        where words @@ within and words @@ coalesce(of_families, within) and words @@ query
        limit 500) seen) end;
      if stretch = first_stretch and stretch < last_stretch and found * 8 < most then
        ids := array(
          select id from on_sale_within(query, coalesce(of_families, ranks[rank]), null, null,
            only_available, from_cents, to_cents)
          where position > after and id <> all (left_out) limit few + 1);
      end if;
      if cardinality(ids) <= few then
        -- What nothing has need not be left out of those behind it.
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
