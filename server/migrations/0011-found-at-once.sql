-- Functions alone: nothing is locked. The version before finds parts by its own, and by first_found as before.

-- What all parts have: a condition that costs the index nothing, where one is not asked for.
create function in_all() returns tsquery language sql immutable parallel safe
  return '!''$none'''::tsquery;

-- As few_found of 0009, best first: by the first of the ranks that has a part's words, then as the catalogue has
-- them. Of what stands close a few short stretches will do.
create function few_ranked(queries tsquery[], ranks tsquery[], families text[], only_available boolean,
  from_cents int, to_cents int, most int)
  returns uuid[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  last_position bigint := (select coalesce(max(position), 1) from parts);
  of_families tsquery := coalesce(in_families(families), in_all());
  of_prices tsquery := coalesce(in_prices(from_cents, to_cents), in_all());
  query tsquery;
  width int;
  counted int;
begin
  foreach query in array queries loop
    continue when query::text ~ '''[^ '']+'':\*'
      or of_prices <> in_all() and query <> queries[cardinality(queries)];
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
    end loop;
  end loop;
  return (
    with found as materialized (
      select id, position, case when ranks <> '{}' then words end as words
      from part_words join parts on id = part_id
      where words @@ of_families and words @@ query and words @@ of_prices
        and deleted_at is null
        and (not only_available or on_hand - reserved >= minimum_order)
        and unit_price_cents between coalesce(from_cents, 0) and coalesce(to_cents, 2147483647)
      limit most
    )
    select case when count < most then array(
      select id from found
      order by (select n from unnest(ranks) with ordinality ranked (rank, n) where words @@ rank limit 1), position
    ) end
    from (select count(*) from found) counts
  );
end $$;

-- As found_within of 0009, the parts themselves: who sorts them looks none of them up again.
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

-- As in 0009. Of what stands close in the catalogue short stretches are looked at at once; and where the rank that
-- all those before it are part of has nothing, none of them is looked for in all of the catalogue.
create or replace function first_found(ranks tsquery[], from_rank int, from_position bigint, left_out uuid[],
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
  -- All that the ranks before the last have beyond what is found.
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
