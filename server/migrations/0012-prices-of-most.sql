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

-- As in 0009. Prices that most parts have leave out little, and cost more to look up than the rows that they leave
-- out: no part is asked for them, for its row says its price.
create or replace function in_prices(from_cents int, to_cents int) returns tsquery language sql stable as $$
  select coalesce(string_agg(format('''%s''', mark), ' | '), '''$none''')::tsquery
  from (select price_step(least(greatest(coalesce(from_cents, 1), 1), 99999999)) as low,
      case when to_cents < 99999999 then price_step(greatest(to_cents, 1)) else 27 * 256 - 1 end as high) ends,
    lateral (select (low + 255) / 256 as first, (high + 1) / 256 - 1 as last) whole,
    lateral (
      select '$' || octave as mark from generate_series(first, last) octave
      union all
      select '*' || part from generate_series(low / 16, high / 16) part where part / 16 not between first and last
    ) marks
  having (from_cents is not null or to_cents is not null) and not are_most_prices(from_cents, to_cents)
$$;
