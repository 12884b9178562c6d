do $$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'The shop needs a database whose encoding is UTF8: create it with "create database … encoding ''UTF8'' template template0".';
  end if;
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise exception 'The search needs PostgreSQL’s own extension pg_trgm: install the package postgresql-contrib, or let the owner of the database run "create extension pg_trgm", and start again (%).', sqlerrm;
  end;
end $$;

-- Small letters without accents, so that they compare alike however they are typed.
create function folded(given text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øØłŁđĐðÐ×⁄', 'oolldddd*/')
$$;

-- What can be searched for in a text, piece by piece: words and numbers. '700 x 25C', '700×25c' and
-- '700/25-C' are 700, 25, c; '1,37' is 1.37; 'M8' is m, 8; '160mm' is 160, mm; 'Pads' is pad.
create function pieces_of(given text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  rest text := folded(given);
begin
  rest := regexp_replace(rest, '\mtooth\M', 'teeth', 'g');
  rest := regexp_replace(rest, '([0-9]),(?=[0-9])', '\1.', 'g');
  rest := regexp_replace(rest, '([0-9])\s*x\s*(?=[0-9])', '\1 ', 'g');
  -- Signs, apart from letters, digits and the point. By number, for the locale knows other letters.
  rest := regexp_replace(rest,
    '[\u0001-\u002d\u002f\u003a-\u0060\u007b-\u00bf\u00f7\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g');
  rest := regexp_replace(rest, '(?<![0-9])\.|\.(?![0-9])', ' ', 'g');
  rest := regexp_replace(rest, '([0-9])(?=[^0-9. ])', '\1 ', 'g');
  rest := regexp_replace(rest, '([^0-9. ])(?=[0-9])', '\1 ', 'g');
  -- Of several pads one looks for a pad; 'brass' and 'radius' are one.
  return array(select regexp_replace(left(piece, 100), '^([^0-9]{2,}[^0-9sui])s$', '\1')
    from regexp_split_to_table(rest, ' +') piece where piece <> '');
end $$;

-- Attributes as one would say them: {"bcd_mm": 104, "teeth": [48, 36], "reflex": true} is 'bcd 104 mm
-- 48 teeth 36 teeth reflex'.
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

-- What fits sizes from one to another fits each between them: {"width_min_mm": 25, "width_max_mm": 27,
-- "bead_seat_mm": 622} is '25-622 26-622 27-622'.
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

-- What a part is called, without its sizes: 'Holm brake lever' of 'Holm brake lever, 3-finger, right'.
create function called(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(name, '(,| [0-9]| (for|with|set|pair|kit)\M).*', '', 'i')
$$;

-- All that a part can be found by: its name (A), numbers and family (B), attributes (C), description (D).
-- What stands in the name is there as '=chain' too: the index then knows without reading the row. So do
-- '~chain' in the family, '^brake' and '^lever' in what a brake lever is called, and '!lever' for the
-- last of these, which says what it is.
create function words_of(part parts) returns tsvector language sql stable as $$
  with texts (place, weight, mark, said) as (values
    (1, 'A', '=', part.name),
    (2, 'B', '~', concat_ws(' / ', part.sku, replace(part.sku, '-', ''), part.supersedes,
      replace(part.supersedes, '-', ''), (select name from families where code = part.family_code))),
    (3, 'C', null, concat_ws(' / ', attributes_said(part.attributes), sizes_between(part.attributes))),
    (4, 'D', null, part.description)
  ), pieces as (
    -- A place is left out between two texts: no phrase goes on from one to the other.
    select weight, mark, piece, row_number() over (order by place, n) + place as at,
      case mark when '=' then cardinality(pieces_of(called(part.name))) - n end as before_thing
    from texts, unnest(pieces_of(regexp_replace(said, '([0-9])\s*[tT]\M', '\1 teeth', 'g')))
      with ordinality as pieces (piece, n)
  )
  select coalesce(string_agg(format('''%s'':%s%s', lexeme, least(at, 16383), weight), ' '), '')::tsvector
  from pieces, unnest(array[piece, mark || piece, case when before_thing >= 0 then '^' || piece end,
    case when before_thing = 0 then '!' || piece end]) lexeme
  where lexeme is not null
$$;

-- Beside the parts, not in them: every order writes its part's row anew, and should not copy this too.
create table part_words (
  part_id uuid primary key,
  words tsvector not null
);

-- The words that parts are described with: what a misspelt one may have meant.
create table vocabulary (
  word text collate "C" primary key,
  -- True of words that name parts or families: likelier meant than the others.
  naming boolean not null
);

-- A shop that is open goes on selling while this is gathered, which takes longest: nothing so far
-- locks parts or families. What follows does, for moments.
insert into part_words select id, words_of(parts) from parts;
insert into vocabulary
  select lexeme, bool_or(weights && '{A,B}') from part_words, unnest(words)
  where length(lexeme) >= 3 and lexeme !~ '[!^=~0-9]' group by lexeme;
create index vocabulary_by_likeness on vocabulary using gist (word gist_trgm_ops);
create index part_words_by_word on part_words using gin (words) with (fastupdate = off);

-- Kept by the database, so that no way of writing a part can forget it.
create function keep_part_words() returns trigger language plpgsql as $$
declare
  found tsvector := words_of(new);
begin
  insert into part_words values (new.id, found)
    on conflict (part_id) do update set words = excluded.words where part_words.words <> excluded.words;
  insert into vocabulary
    select lexeme, weights && '{A,B}' from unnest(found)
    where length(lexeme) >= 3 and lexeme !~ '[!^=~0-9]' and not exists (
      select from vocabulary where word = lexeme and (naming or not weights && '{A,B}'))
    order by lexeme
    on conflict (word) do update set naming = true where excluded.naming and not vocabulary.naming;
  return null;
end $$;
create trigger parts_have_words
  after insert or update of name, description, sku, supersedes, family_code, attributes on parts
  for each row execute function keep_part_words();

create function keep_family_words() returns trigger language plpgsql as $$
begin
  update parts set family_code = family_code where family_code = new.code;
  return null;
end $$;
create trigger families_have_words after update of name on families
  for each row execute function keep_family_words();

-- Parts that were added in the meantime.
update parts set name = name where not exists (select from part_words where part_id = id);
alter table part_words add foreign key (part_id) references parts (id) on delete cascade;

create index parts_by_price on parts (unit_price_cents, position) where deleted_at is null;
create index parts_by_name on parts ((folded(name) collate "C"), position) where deleted_at is null;
create index parts_by_family on parts (family_code, position) where deleted_at is null;

-- Families are named in addresses: 'Disc rotors' is disc-rotors.
alter table families add column slug text not null unique
  generated always as (trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'))) stored;
