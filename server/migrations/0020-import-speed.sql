-- An import of changed parts spends most of its time on the search index.

-- As before, but tokenises each text once: `tokenized` was inlined, and evaluated for each reference.
create or replace function search_words(part parts) returns tsvector language sql stable as $$
  with texts (nth, weight, mark, input) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    -- Imported parts usually have no attributes.
    (3, 'C', '-', case when part.attributes::text <> '{}' then
      concat_ws(' / ', attributes_as_text(part.attributes), sizes_in_ranges(part.attributes)) end),
    (4, 'D', null, part.description)
  ), tokenized as materialized (
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

-- An import sets freehub.price_marks if it calls index_parts for the part itself, which writes the marks too.
create or replace function index_changed_price() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('freehub.price_marks', true), '') <> 'deferred' then
    update part_words set words = ts_delete(words, price_marks(old.unit_price_cents))
        || array_to_tsvector(price_marks(new.unit_price_cents))
      where part_id = new.id;
  end if;
  return null;
end $$;
