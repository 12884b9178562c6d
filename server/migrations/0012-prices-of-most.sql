-- Functions alone: nothing is locked, and the version before finds the same by them.

-- As in 0009, in a form that PostgreSQL puts in its place in a statement: sorting called it for each row.
create or replace function price_step(cents int) returns int language sql immutable strict parallel safe as $$
  select (length(ltrim(cents::bit(32)::text, '0')) - 1) * 256
    + (((cents - (1 << (length(ltrim(cents::bit(32)::text, '0')) - 1)))::bigint * 256)
      >> (length(ltrim(cents::bit(32)::text, '0')) - 1))::int
$$;

-- Whether half of all parts or more cost so much, as far as PostgreSQL's statistics know: some prices by their
-- share, of the others bounds that have as many parts between each.
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

-- It tells what finds the parts of about these prices, and goes on doing so.
alter function in_prices(int, int) rename to marks_of_prices;

-- Prices that most parts have leave out little, and cost more to look up than the rows that they leave out: no part
-- is asked for them, for its row says its price.
create function in_prices(from_cents int, to_cents int) returns tsquery language sql stable as $$
  select case when not are_most_prices(from_cents, to_cents) then marks_of_prices(from_cents, to_cents) end
$$;

-- As in 0011. Prices that most parts have may be those of few that a search finds, as of dear families: where so many
-- rows do not do, they are looked up after all.
create or replace function few_ranked(queries tsquery[], ranks tsquery[], families text[], only_available boolean,
  from_cents int, to_cents int, most int)
  returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  tries constant int := 1500;
  last_position bigint := (select coalesce(max(position), 1) from parts);
  of_families tsquery := coalesce(in_families(families), in_all());
  of_prices tsquery := coalesce(in_prices(from_cents, to_cents), in_all());
  is_rough boolean := of_prices = in_all() and (from_cents is not null or to_cents is not null);
  -- One look for all, where it reads no rows, is less than one for each where few are found.
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
      -- Of a long stretch all rows are read whatever they cost: where it seems to have enough.
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
