CREATE VIEW card_words AS
SELECT card.id, card.code, card.edition, card.name,
    (SELECT group_concat(trait, '. ') FROM card_trait WHERE card_trait.code = card.code) AS traits,
    card.text
FROM card;

CREATE VIRTUAL TABLE card_search USING fts5(
    name, traits, text,
    content='card_words', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
);

CREATE VIEW card_overview AS
SELECT card.code, card.edition, card.name, card.type,
    coalesce(
        (SELECT group_concat(faction, ', ') FROM card_faction WHERE card_faction.code = card.code),
        'neutral'
    ) AS factions,
    CASE WHEN card.cost_is_x THEN 'X' ELSE card.cost END AS cost,
    CASE WHEN card.strength_is_x THEN 'X' ELSE card.strength END AS strength,
    (SELECT group_concat(icon, ', ') FROM card_icon WHERE card_icon.code = card.code) AS icons,
    (SELECT group_concat(trait, ', ') FROM card_trait WHERE card_trait.code = card.code) AS traits,
    (SELECT group_concat(keyword, ', ') FROM card_keyword WHERE card_keyword.code = card.code)
        AS keywords,
    card.is_unique, card.is_loyal, card.deck_limit,
    pack.name AS pack, cycle.name AS cycle, pack.released, card.position
FROM card
JOIN pack ON pack.edition = card.edition AND pack.code = card.pack
LEFT JOIN cycle ON cycle.edition = pack.edition AND cycle.code = pack.cycle;

CREATE VIEW faction_cost AS
SELECT card.edition, coalesce(card_faction.faction, 'neutral') AS faction, card.type,
    CASE WHEN card.cost_is_x THEN 'X' ELSE coalesce(card.cost, '–') END AS cost,
    count(*) AS cards
FROM card
LEFT JOIN card_faction ON card_faction.code = card.code
WHERE card.type IN ('character', 'attachment', 'location', 'event')
GROUP BY 1, 2, 3, 4;

CREATE VIEW list_line AS
SELECT edition, code AS list, name, issuer, version, date,
    CASE
        WHEN card_set = 'first' THEN 'first'
        WHEN card_set LIKE 'redesign%' THEN 'standard'
        WHEN code LIKE '%valyrian%' THEN 'valyrian'
        ELSE 'ffg'
    END AS line
FROM restricted_list;

CREATE VIEW newest_list AS
SELECT edition, list, name, issuer, version, max(date) AS date, line
FROM list_line
GROUP BY edition, line;

CREATE VIEW listed_card AS
SELECT DISTINCT list_line.edition, list_line.list, list_line.name AS list_name, list_line.line,
    list_line.date, list_format.format, entry.kind, entry.code, card.name, card.pack
FROM list_line
JOIN list_format ON list_format.edition = list_line.edition AND list_format.list = list_line.list
JOIN (
    SELECT edition, list, format, kind, code FROM list_entry
    UNION ALL
    SELECT edition, list, format, 'pod', code FROM pod_card
) AS entry ON entry.edition = list_line.edition AND entry.list = list_line.list
    AND entry.format IN (list_format.format, '*')
LEFT JOIN card ON card.code = entry.code;

CREATE VIEW banned_card AS
SELECT edition, list, list_name, line, date, format, code, name, pack
FROM listed_card
WHERE kind = 'banned';

CREATE VIEW pattern_words AS
SELECT code, ordinal AS pattern, ltrim(
    coalesce(
        (
            SELECT group_concat(words, ', ') FROM (
                SELECT replace(kind, '_', ' ') || ' ' || group_concat(value, ' or ') AS words
                FROM pattern_term AS term
                WHERE term.code = pattern.code AND term.ordinal = pattern.ordinal
                GROUP BY kind ORDER BY min(place)
            )
        ),
        ''
    )
    || CASE is_unique WHEN 1 THEN ', unique' WHEN 0 THEN ', not unique' ELSE '' END
    || CASE is_loyal WHEN 1 THEN ', loyal' WHEN 0 THEN ', not loyal' ELSE '' END
    || coalesce(', cost at least ' || cost_at_least, '')
    || coalesce(', cost at most ' || cost_at_most, '')
    || coalesce(', strength at least ' || strength_at_least, '')
    || coalesce(', strength at most ' || strength_at_most, '')
    || coalesce(', income at least ' || income_at_least, ''),
    ', '
) AS words
FROM pattern;

CREATE VIEW attachment_host AS
SELECT card.code, card.edition, card.name, card.pack, host_option.side, pattern_words.words AS host,
    card.host_once
FROM host_option
JOIN card ON card.code = host_option.code
JOIN pattern_words ON pattern_words.code = host_option.code
    AND pattern_words.pattern = host_option.pattern;

CREATE VIEW gold_words AS
SELECT card.code, card.edition, card.name, card.pack, gold.kind, gold.moment, gold.amount,
    (SELECT words FROM pattern_words AS p WHERE p.code = gold.code AND p.pattern = gold.per)
        AS for_each,
    (SELECT words FROM pattern_words AS p WHERE p.code = gold.code AND p.pattern = gold.applies)
        AS applies_to,
    gold.allegiance, gold.reach, gold.lasts,
    (
        SELECT group_concat(price, ', ') FROM gold_effect_price AS price
        WHERE price.code = gold.code AND price.ordinal = gold.ordinal
    ) AS brought_out_by,
    gold.kneel, gold.sacrifice, gold.kneel_faction, gold.uses, gold.uses_lasts
FROM gold_effect AS gold
JOIN card ON card.code = gold.code;
