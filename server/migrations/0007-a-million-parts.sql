-- Functions alone: nothing is locked, and the version before finds parts as it did. What they add to the
-- parts that are there already, 0008 does beside the shop.

-- As in 0002, in less time: most texts have neither accents, nor teeth, nor a cross.
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
  rest := regexp_replace(rest, '([0-9])(?=[^0-9. ])', '\1 ', 'g');
  rest := regexp_replace(rest, '([^0-9. ])(?=[0-9])', '\1 ', 'g');
  -- Of several pads one looks for a pad; 'brass' and 'radius' are one.
  return array(select case when piece like '%s'
      then regexp_replace(left(piece, 100), '^([^0-9]{2,}[^0-9sui])s$', '\1') else left(piece, 100) end
    from regexp_split_to_table(rest, ' +') piece where piece <> '');
end $$;

-- As in 0005, and what a search among a million needs to look at few of them: where the part stands, in
-- stretches of 1,024 ('@7') and 32,768 places ('%0'), its family ('#08', '#' for none), with what one and
-- two signs the words of its name begin ('<c', '<ch') and its numbers ('>2', '>24'), for which the index
-- would have to gather half of itself; and what stands side by side in its name ('=brake lever') and
-- which numbers do anywhere ('25 622'), which is else to be seen in each row alone.
create or replace function words_of(part parts) returns tsvector language sql stable as $$
  with texts (place, weight, mark, said) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    -- Most lists of parts know of no attributes.
    (3, 'C', null, case when part.attributes::text <> '{}' then
      concat_ws(' / ', attributes_said(part.attributes), sizes_between(part.attributes)) end),
    (4, 'D', null, part.description)
  ), thing (length) as (
    select cardinality(pieces_of(called(part.name)))
  ), pieces as (
    -- A place is left out between two texts: no phrase goes on from one to the other.
    select place, weight, mark, piece, row_number() over (order by place, n) + place as at,
      piece || ' ' || lead(piece) over (partition by place order by n) as pair,
      case mark when '=' then (select length from thing) - n end as before_thing
    from texts, unnest(pieces_of(regexp_replace(said, '([0-9])\s*[tT]\M', '\1 teeth', 'g')))
      with ordinality as pieces (piece, n)
  )
  select concat_ws(' ', string_agg(format('''%s'':%s%s', lexeme, least(at, 16383), weight), ' '),
    format('''@%s'' ''%%%s''', (part.position - 1) / 1024, (part.position - 1) / 32768),
    format('''#%s''', part.family_code))::tsvector
  from (select *, translate(mark, '=~', '<>') as begins from pieces) pieces, unnest(array[piece, mark || piece, case when before_thing >= 0 then '^' || piece end,
    case when before_thing = 0 then '!' || piece end,
    begins || left(piece, 1), case when length(piece) > 1 then begins || left(piece, 2) end,
    case when mark = '=' then '=' || pair end,
    case when pair ~ '^[0-9.]+ [0-9.]+$' then pair end]) lexeme
  where lexeme is not null
$$;

-- As in 0002 and 0005; of the new marks none is a word.
create or replace function keep_part_words() returns trigger language plpgsql as $$
declare
  found tsvector := words_of(new);
begin
  insert into part_words values (new.id, found)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words;
  insert into vocabulary
    select lexeme, weights && '{A,B}' from unnest(found)
    where length(lexeme) >= 3 and lexeme !~ '[!^=~<> 0-9]' and not exists (
      select from vocabulary where word = lexeme and (naming or not weights && '{A,B}'))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming;
  return null;
end $$;
create or replace function keep_words_of(ids uuid[]) returns void language sql as $$
  with kept as (
    insert into part_words select id, words_of(parts) from parts where id = any (ids)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words
    returning words
  ), said as materialized (
    select lexeme, bool_or(weights && '{A,B}') as is_naming from kept, unnest(words)
    where length(lexeme) >= 3 and lexeme !~ '[!^=~<> 0-9]' group by lexeme
  )
  insert into vocabulary
    select lexeme, is_naming from said
    where not exists (
      select from vocabulary where word = lexeme and (naming or not is_naming))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming
$$;

-- Some at a time, each locked, so that none is given the words of what it was while staff change it, and
-- no order waits for long. Those that stand where they are said to are left: a second try goes on with the rest.
create procedure place_all_words() language plpgsql as $$
declare
  ids uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    ids := array(select id from parts where id > last and not exists (
        select from part_words where part_id = id
        and words @@ format('''@%s''', (parts.position - 1) / 1024)::tsquery)
      order by id limit 200);
    exit when ids = '{}';
    perform from parts where id = any (ids) order by id for no key update;
    perform keep_words_of(ids);
    commit;
    last := ids[cardinality(ids)];
  end loop;
end $$;

-- What finds the parts of these families. Of none there is no part.
create function in_families(codes text[]) returns tsquery language sql immutable strict as $$
  select coalesce(string_agg(format('''#%s''', code), ' | '), '''#none''')::tsquery
  from unnest(codes) code
$$;

-- How many parts on sale a search finds, counted no further than `most`. The last of the queries finds all of
-- them, those before it some: they are left where they do not seem to find enough. Where many are found a
-- few stretches of the catalogue will do. For what may go on the index gathers all words that begin so, which
-- is done once, not for each stretch.
create function count_found(queries tsquery[], families text[], only_available boolean, from_cents int,
  to_cents int, most int) returns int language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  last_stretch int := (select (max(position) - 1) / 32768 from parts);
  of_families tsquery := in_families(families);
  query tsquery;
  within tsquery;
  is_open boolean;
  counted int := 0;
begin
  foreach query in array queries loop
    counted := 0;
    is_open := query::text ~ '''[^ '']+'':\*';
    for stretch in 0..case when is_open then 0 else last_stretch end loop
      within := case when is_open then query else format('''%%%s''', stretch)::tsquery end;
      counted := counted + (select count(*) from (
        select from part_words join parts on id = part_id
        where words @@ query and words @@ within and words @@ coalesce(of_families, within)
          and deleted_at is null
          and (not only_available or on_hand - reserved >= minimum_order)
          and unit_price_cents between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647)
        limit most - counted) found);
      if counted >= most then
        return counted;
      end if;
      exit when query <> queries[cardinality(queries)] and counted * last_stretch < most * (stretch + 1);
    end loop;
  end loop;
  return counted;
end $$;

-- The first parts on sale of a search, rank by rank, in each as the catalogue has them, from behind a place
-- on; none of those that are left out. Where a stretch has many, those of 1,024 places are looked at one
-- after the other.
create function first_found(ranks tsquery[], from_rank int, from_position bigint, left_out uuid[],
  families text[], only_available boolean, from_cents int, to_cents int, most int)
  returns setof uuid language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  last_stretch int := (select (max(position) - 1) / 32768 from parts);
  of_families tsquery := in_families(families);
  query tsquery;
  better tsquery;
  within tsquery;
  is_open boolean;
  is_many boolean;
  after bigint;
  found int;
begin
  for rank in 1..cardinality(ranks) loop
    query := case when better is null then ranks[rank] else ranks[rank] && !!better end;
    better := case when better is null then ranks[rank] else better || ranks[rank] end;
    continue when rank < from_rank;
    after := case when rank = from_rank then from_position else 0 end;
    is_open := ranks[rank]::text ~ '''[^ '']+'':\*';
    for stretch in case when is_open then 0 else after / 32768 end
      ..case when is_open then 0 else last_stretch end loop
      within := case when is_open then ranks[rank] else format('''%%%s''', stretch)::tsquery end;
      found := (select count(*) from (
        select from part_words
        where words @@ query and words @@ within and words @@ coalesce(of_families, within)
        limit 500) few);
      continue when found = 0;
      is_many := found = 500 and not is_open;
      for part in case when is_many then greatest(0, after / 1024 - stretch * 32) else 0 end
        ..case when is_many then 31 else 0 end loop
        if is_many then
          within := format('''@%s''', stretch * 32 + part)::tsquery;
        end if;
        return query
          select id from part_words join parts on id = part_id
          where words @@ query and words @@ within and words @@ coalesce(of_families, within)
            and position > after and deleted_at is null
            and (not only_available or on_hand - reserved >= minimum_order)
            and unit_price_cents between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647)
            and id <> all (left_out)
          order by position limit most;
        get diagnostics found = row_count;
        most := most - found;
        if most = 0 then
          return;
        end if;
      end loop;
    end loop;
  end loop;
end $$;
