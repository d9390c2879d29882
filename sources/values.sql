-- What one value is: its kind, its canonical form, and the instant or number it stands for.
-- Input: table `texts(value)`, distinct values, NFC and trimmed; `given_names(name)`; `zones(abbreviation, zone)`.
-- Output: table `vals(value, kind, canonical, epoch, ambiguous, number)`.
-- Only functions that other engines have too: regular expressions, MD5, date parsing, CASE.

CREATE MACRO bare(v) AS regexp_replace(regexp_replace(v, '\s*[<(\[][^<>()\[\]]*[>)\]]', '', 'g'), '^(Dr|Mr|Mrs|Ms|Prof)\.? ', '');

CREATE MACRO named(v) AS
    regexp_full_match(v, '\p{Lu}[\p{L}''’-]+( \p{Lu}\.?)?( (de|van|von|der|den|bin|al|da|del|la))*( \p{Lu}[\p{L}''’-]+){1,2}')
    OR regexp_full_match(v, '[\p{Ll}]{2,}([_.][\p{Ll}]{2,}){1,2}');

CREATE MACRO first_word(v) AS lower(regexp_extract(v, '^[\p{L}]+'));

CREATE TABLE vals AS
WITH shaped AS (
    SELECT value, length(value) AS size, lower(value) AS low, bare(value) AS core FROM texts
),
kinds AS (
    SELECT *,
        CASE
            WHEN size > 300 THEN 'long'
            WHEN low IN ('true', 'false', 'yes', 'no') THEN 'boolean'
            WHEN regexp_full_match(value, '1\d{9}(\.\d{1,9})?') THEN 'epoch'
            WHEN regexp_full_match(value, '1\d{12}') THEN 'epoch_ms'
            WHEN regexp_full_match(value, '(19|20)\d{2}-(0[1-9]|1[0-2])') THEN 'month'
            WHEN regexp_full_match(value, '(19|20)\d{2}-?W[0-5]\d(-[1-7])?') THEN 'week'
            WHEN regexp_full_match(value, '(19|20)\d{2}-[01]\d-[0-3]\d') THEN 'date'
            WHEN regexp_full_match(value, '(19|20)\d{2}/[01]\d/[0-3]\d|[0-3]?\d[./][0-3]?\d[./](19|20)\d{2}|[0-3]?\d[ -](?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -](19|20)\d{2}|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* [0-3]?\d, (19|20)\d{2}') THEN 'date'
            WHEN regexp_full_match(value, '(19|20)\d{2}-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(:[0-6]\d([.,]\d{1,9})?)? ?(Z|[+-][0-2]\d(:?[0-5]\d)?|[A-Z]{2,5})?') THEN 'datetime'
            WHEN regexp_full_match(value, '[0-2]?\d:[0-5]\d(:[0-6]\d)?( ?[AaPp][Mm])?') THEN 'time'
            WHEN regexp_full_match(value, '\d{9,15}') THEN 'digits'
            WHEN regexp_full_match(value, '[+-]?(\d{1,8}|\d{1,3}(,\d{3})+)') THEN 'integer'
            WHEN regexp_full_match(value, '[+-]?(\d+\.\d+|\d+(\.\d+)?[eE][+-]?\d+)') THEN 'decimal'
            WHEN regexp_full_match(value, '[+-]?\d+(\.\d+)? ?%') THEN 'percent'
            WHEN regexp_full_match(value, '[-+]?[$€£¥] ?\d[\d,. ]*[kKmMbB]?|\d[\d,.]* ?(USD|EUR|GBP|CHF|JPY)') THEN 'money'
            WHEN regexp_full_match(low, '[\w.+''-]+@[\w-]+(\.[\w-]+)+') THEN 'email'
            WHEN regexp_full_match(low, '[a-z][a-z0-9+.-]*://\S+') THEN 'url'
            WHEN regexp_full_match(low, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24,64}') THEN 'uuid'
            WHEN regexp_full_match(value, '[$€£]?\d[\d,.]*[kKmMbB]?\+|[<>≤≥]=? ?[$€£]?\d[\d,.]*[kKmMbB]?|[$€£]?\d[\d,.]*[kKmMbB]? ?(-|–|to) ?[$€£]?\d[\d,.]*[kKmMbB]?\+?') THEN 'range'
            WHEN regexp_full_match(value, '\+?\(?\d[\d ().-]{6,18}\d( ?(x|ext\.?) ?\d+)?') AND regexp_matches(value, '[ ().+-]') AND NOT regexp_matches(value, '\d{4}-\d{2}|^\d+\.\d+$') THEN 'phone'
            WHEN regexp_full_match(value, '\d{1,3}(\.\d{1,3}){3}') THEN 'address'
            WHEN regexp_full_match(value, '[A-Z][A-Z0-9]{1,9}-\d+') THEN 'key'
            WHEN size <= 80 AND regexp_matches(value, '[\w.+''-]+@[\w-]+(\.[\w-]+)+') THEN 'person'
            WHEN size <= 60 AND named(core) AND first_word(core) IN (SELECT name FROM given_names) THEN 'person'
            WHEN regexp_full_match(value, '[\w() @+&,.''-]+\.(pdf|docx?|xlsx?|pptx?|csv|tsv|json|ya?ml|xml|html?|md|txt|log|png|jpe?g|gif|svg|mp[34]|mov|zip|tar|t?gz|py|js|ts|go|rs|java|sql|sh|ipynb|parquet|key|fig|eml|ics)') THEN 'file'
            WHEN regexp_full_match(low, '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,10}') AND NOT regexp_matches(low, '\d$') THEN 'domain'
            WHEN regexp_full_match(value, '[\w.~@%+-]*(/[\w.~@%+()&-]+)+/?') THEN 'path'
            WHEN regexp_full_match(value, '[A-Za-z]{1,5}[ -]?\d{1,3}|v?\d+(\.\d+){1,3}([-+][\w.]+)?') THEN 'code'
            WHEN regexp_full_match(value, '[\p{Ll}]+') THEN 'token'
            WHEN size >= 8 AND regexp_full_match(value, '[A-Za-z0-9]+([-_.:/#][A-Za-z0-9]+)*') AND regexp_matches(value, '\d') AND regexp_matches(value, '[A-Za-z]') THEN 'identifier'
            WHEN regexp_full_match(value, '[\p{Ll}0-9]+([-_:][\p{Ll}0-9]+)+') THEN 'slug'
            WHEN regexp_full_match(value, '\p{Lu}[\p{L}\p{N}&.''’-]*( (\p{Lu}[\p{L}\p{N}&.''’-]*|of|and|the|for|on|in|&|/|-))*( \p{Lu}[\p{L}\p{N}&.''’-]*)?') AND array_length(string_split(value, ' ')) <= 4 THEN 'name'
            WHEN array_length(string_split(value, ' ')) <= 3 THEN 'short'
            WHEN array_length(string_split(value, ' ')) <= 16 AND size <= 120 AND NOT contains(value, chr(10)) THEN 'headline'
            ELSE 'sentence'
        END AS kind
    FROM shaped
),
instants AS (
    SELECT *,
        regexp_extract(value, '(Z|[+-]\d{2}:?\d{2}|[+-]\d{2}|[A-Z]{2,5})$') AS zone_text,
        CASE kind
            WHEN 'epoch' THEN CAST(floor(TRY_CAST(value AS DOUBLE)) AS BIGINT)
            WHEN 'epoch_ms' THEN CAST(floor(TRY_CAST(value AS DOUBLE) / 1000) AS BIGINT)
            WHEN 'month' THEN CAST(epoch(try_strptime(value || '-01', '%Y-%m-%d')) AS BIGINT)
            WHEN 'week' THEN CAST(epoch(try_strptime(regexp_replace(substr(value, 1, 8), '-?W', '-W') || '-1', '%G-W%V-%u')) AS BIGINT)
            WHEN 'date' THEN CAST(epoch(coalesce(
                try_strptime(value, ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y', '%d %b %Y', '%d-%b-%Y', '%d %B %Y', '%b %d, %Y', '%B %d, %Y']),
                try_strptime(value, '%m/%d/%Y'), try_strptime(value, '%d/%m/%Y'))) AS BIGINT)
            WHEN 'datetime' THEN CAST(epoch(try_strptime(
                replace(substr(value, 1, 16), 'T', ' ') || coalesce(nullif(regexp_extract(value, '^.{16}(:\d\d)', 1), ''), ':00'),
                '%Y-%m-%d %H:%M:%S')) AS BIGINT)
        END AS wall
    FROM kinds
),
settled AS (
    SELECT *,
        CASE
            WHEN kind <> 'datetime' OR zone_text IN ('', 'Z', 'UTC', 'GMT') THEN wall
            WHEN regexp_matches(zone_text, '^[+-]') THEN wall
                - (CASE left(zone_text, 1) WHEN '-' THEN -1 ELSE 1 END)
                * (CAST(substr(zone_text, 2, 2) AS BIGINT) * 3600 + coalesce(TRY_CAST(substr(replace(zone_text, ':', ''), 4, 2) AS BIGINT), 0) * 60)
            ELSE coalesce(CAST(epoch(timezone((SELECT zone FROM zones WHERE abbreviation = zone_text), to_timestamp(wall) AT TIME ZONE 'UTC')) AS BIGINT), wall)
        END AS instant,
        -- a name such as PT covers two offsets, and a name we do not know covers any
        kind = 'datetime' AND regexp_matches(zone_text, '^[A-Z]{2,5}$') AND zone_text NOT IN ('Z', 'UTC', 'GMT')
            OR kind = 'date' AND regexp_matches(value, '^(0?\d|1[0-2])/(0?\d|1[0-2])/') AS vague
    FROM instants
)
SELECT value,
    kind,
    CASE kind
        WHEN 'person' THEN lower(trim(regexp_replace(regexp_replace(core, '[_.]', ' ', 'g'), '\s+', ' ', 'g')))
        WHEN 'datetime' THEN coalesce(CAST(instant AS VARCHAR), lower(value))
        WHEN 'epoch' THEN CAST(instant AS VARCHAR)
        WHEN 'epoch_ms' THEN CAST(instant AS VARCHAR)
        WHEN 'date' THEN coalesce(strftime(to_timestamp(instant) AT TIME ZONE 'UTC', '%Y-%m-%d'), low)
        WHEN 'integer' THEN replace(value, ',', '')
        WHEN 'long' THEN md5(value)
        ELSE trim(regexp_replace(low, '[\s_]+', ' ', 'g'))
    END AS canonical,
    instant AS epoch,
    vague AS ambiguous,
    CASE WHEN kind IN ('integer', 'decimal', 'percent', 'money') THEN TRY_CAST(regexp_replace(value, '[^0-9.eE+-]', '', 'g') AS DOUBLE) END AS number
FROM settled;
