-- Statistics of every field, from `cells(record, field, in_list, value)` and `vals`.
-- `field` already stands for the entity: alternative names of the main text are one field.

CREATE TABLE facts AS
SELECT record, field, in_list, value, kind, canonical, epoch, ambiguous, number, length(value) AS size
FROM cells JOIN vals USING (value);

CREATE TABLE counts AS
SELECT field,
    count(DISTINCT record) AS filled,
    count(*) AS n_values,
    count(DISTINCT CASE WHEN in_list THEN record END) AS list_records,
    count(CASE WHEN ambiguous THEN 1 END) AS vague
FROM facts GROUP BY field;

CREATE TABLE kind_counts AS SELECT field, kind, count(*) AS n FROM facts GROUP BY field, kind;

CREATE TABLE value_counts AS
SELECT field, canonical, any_value(kind ORDER BY kind) AS kind, min(value) AS shown, count(*) AS n
FROM facts GROUP BY field, canonical;

CREATE TABLE value_sketch AS
SELECT field, hash, sum(n)::BIGINT AS n FROM (
    SELECT field, n, CAST('0x' || left(md5(canonical), $digits) AS BIGINT) AS hash FROM value_counts
) GROUP BY field, hash QUALIFY row_number() OVER (PARTITION BY field ORDER BY hash) <= $sketch;

CREATE TABLE token_sketch AS
SELECT field, hash, sum(n)::BIGINT AS n FROM (
    SELECT field, n, CAST('0x' || left(md5(token), $digits) AS BIGINT) AS hash FROM (
        -- the length is bounded afterwards: a bounded repetition makes the regular expression sixty times slower
        SELECT field, token, count(*) AS n FROM (
            SELECT field, unnest(regexp_extract_all(lower(substr(value, 1, 20000)), '[\p{L}\p{M}\p{N}]+')) AS token FROM facts
        ) WHERE length(token) BETWEEN 2 AND 40 GROUP BY field, token
    )
) GROUP BY field, hash QUALIFY row_number() OVER (PARTITION BY field ORDER BY hash) <= $sketch;

CREATE TABLE lengths AS
SELECT field, CAST(floor(2 * log2(size)) AS INTEGER) AS bucket, count(*) AS n, min(size) AS low, max(size) AS high
FROM facts WHERE size > 0 GROUP BY field, bucket;

CREATE TABLE numbers AS
SELECT field, CAST(sign(number) * floor(2 * log2(1 + abs(number))) AS INTEGER) AS bucket,
    count(*) AS n, min(number) AS low, max(number) AS high
FROM facts WHERE number IS NOT NULL AND isfinite(number) GROUP BY field, bucket;

CREATE TABLE times AS
SELECT field, CAST(floor(epoch / 86400) AS INTEGER) AS bucket, count(*) AS n, min(epoch) AS low, max(epoch) AS high
FROM facts WHERE epoch IS NOT NULL GROUP BY field, bucket;

-- Scripts without case have a letter of their own (o): a pattern never shows a letter or digit of the value.
CREATE TABLE patterns AS
SELECT field, pattern, sum(same)::BIGINT AS n FROM (
    SELECT field, same, regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(value, '\p{Lu}+', 'A', 'g'), '\p{Ll}+', 'a', 'g'), '(Aa|aA)[aA]*', 'Aa', 'g'), '[\p{Lo}\p{Lm}\p{Lt}\p{M}]+', 'o', 'g'), '\p{N}+', '9', 'g') AS pattern
    FROM (SELECT field, value, count(*) AS same FROM facts WHERE size <= 60 GROUP BY field, value)
) GROUP BY field, pattern QUALIFY row_number() OVER (PARTITION BY field ORDER BY n DESC, pattern) <= $top;

CREATE TABLE top_values AS
SELECT field, shown, kind, n FROM value_counts WHERE length(shown) <= 80 AND kind NOT IN ('sentence', 'long')
QUALIFY row_number() OVER (PARTITION BY field ORDER BY n DESC, shown) <= $top;

-- Roles within the record: which of its times comes first and last, which text is the main one, which the headline.
CREATE TABLE record_times AS
SELECT record, field, min(epoch) AS epoch FROM facts
WHERE kind IN ('date', 'datetime', 'epoch', 'epoch_ms') AND epoch IS NOT NULL AND NOT in_list GROUP BY record, field;

CREATE TABLE record_texts AS
SELECT record, field, sum(size) AS size, bool_or(in_list) AS in_list, count(*) AS n,
    any_value(kind ORDER BY kind) AS kind, max(CAST(contains(value, chr(10)) AS INTEGER)) AS multiline
FROM facts WHERE kind IN ('headline', 'sentence', 'long', 'name', 'short', 'slug', 'identifier') GROUP BY record, field;

CREATE TABLE roles AS
SELECT field, role, count(DISTINCT record) AS n FROM (
    SELECT record, field, unnest([
        CASE WHEN spread > 1 THEN 'timed' END,
        CASE WHEN spread > 1 AND epoch = first THEN 'earliest' END,
        CASE WHEN spread > 1 AND epoch = last THEN 'latest' END,
        CASE WHEN spread = 1 THEN 'only_time' END]) AS role
    FROM (SELECT *, min(epoch) OVER w AS first, max(epoch) OVER w AS last, count(*) OVER w AS spread
          FROM record_times WINDOW w AS (PARTITION BY record))
    UNION ALL
    -- what an adapter declares is so; elsewhere the largest text is the main one, and a single short line a headline
    SELECT record, field, CASE
        WHEN field IN (SELECT field FROM declared WHERE role = 'main_text') THEN 'main_text'
        WHEN field IN (SELECT field FROM declared WHERE role = 'headline') THEN 'headline'
        WHEN size = largest AND size >= 40 AND NOT EXISTS (FROM declared WHERE role = 'main_text') THEN 'main_text'
        WHEN NOT EXISTS (FROM declared WHERE role = 'headline') AND kind = 'headline' AND n = 1 AND NOT in_list AND multiline = 0 THEN 'headline' END AS role
    FROM (SELECT *, max(size) OVER (PARTITION BY record) AS largest FROM record_texts)
) WHERE role IS NOT NULL GROUP BY field, role;

CREATE TABLE examples AS
SELECT field, hash, id FROM (
    SELECT DISTINCT field, record FROM cells
) JOIN (SELECT record, id, CAST('0x' || left(md5(id), $digits) AS BIGINT) AS hash FROM records) USING (record)
QUALIFY row_number() OVER (PARTITION BY field ORDER BY hash, id) <= $examples;
