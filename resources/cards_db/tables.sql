CREATE TABLE cycle (
    edition TEXT NOT NULL,
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (edition, code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE meta (
    "key" TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY ("key")
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE pack (
    edition TEXT NOT NULL,
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    cycle TEXT NOT NULL,
    position INTEGER NOT NULL,
    released TEXT NOT NULL,
    in_progress INTEGER NOT NULL,
    PRIMARY KEY (edition, code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE restricted_list (
    edition TEXT NOT NULL,
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    issuer TEXT NOT NULL,
    version TEXT NOT NULL,
    date TEXT NOT NULL,
    card_set TEXT NOT NULL,
    PRIMARY KEY (edition, code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card (
    id INTEGER NOT NULL,
    code TEXT NOT NULL,
    edition TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    pack TEXT NOT NULL,
    position INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    deck_limit INTEGER NOT NULL,
    is_unique INTEGER NOT NULL,
    is_loyal INTEGER NOT NULL,
    cost INTEGER,
    cost_is_x INTEGER NOT NULL,
    strength INTEGER,
    strength_is_x INTEGER NOT NULL,
    income INTEGER,
    income_is_x INTEGER NOT NULL,
    initiative INTEGER,
    initiative_is_x INTEGER NOT NULL,
    claim INTEGER,
    claim_is_x INTEGER NOT NULL,
    reserve INTEGER,
    reserve_is_x INTEGER NOT NULL,
    income_bonus INTEGER,
    income_bonus_is_x INTEGER NOT NULL,
    initiative_bonus INTEGER,
    initiative_bonus_is_x INTEGER NOT NULL,
    reserve_bonus INTEGER NOT NULL,
    influence INTEGER NOT NULL,
    is_endless INTEGER NOT NULL,
    only_in TEXT,
    has_deck_rules INTEGER NOT NULL,
    is_blank INTEGER NOT NULL,
    reprint_of TEXT,
    host TEXT,
    host_once INTEGER NOT NULL,
    text TEXT,
    image_url TEXT,
    octgn_id TEXT,
    illustrator TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(edition, pack) REFERENCES pack (edition, code),
    UNIQUE (code)
)
 STRICT;

CREATE INDEX card_by_name ON card (name);

CREATE INDEX card_by_pack ON card (edition, pack);

CREATE TABLE list_entry (
    edition TEXT NOT NULL,
    list TEXT NOT NULL,
    format TEXT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (edition, list, format, kind, code),
    FOREIGN KEY(edition, list) REFERENCES restricted_list (edition, code)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX list_entry_by_code ON list_entry (code);

CREATE TABLE list_format (
    edition TEXT NOT NULL,
    list TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    format TEXT NOT NULL,
    PRIMARY KEY (edition, list, ordinal),
    FOREIGN KEY(edition, list) REFERENCES restricted_list (edition, code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE pod (
    edition TEXT NOT NULL,
    list TEXT NOT NULL,
    format TEXT NOT NULL,
    pod INTEGER NOT NULL,
    trigger_code TEXT,
    PRIMARY KEY (edition, list, format, pod),
    FOREIGN KEY(edition, list) REFERENCES restricted_list (edition, code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_crest (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    crest TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_doubt (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    doubt TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_erratum (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    issuer TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_faction (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    faction TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_house_only (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    faction TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_icon (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    icon TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_keyword (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    keyword TEXT NOT NULL,
    value INTEGER,
    value_is_x INTEGER NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX ix_card_keyword_keyword ON card_keyword (keyword);

CREATE TABLE card_naval_icon (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    icon TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE card_trait (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    trait TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX ix_card_trait_trait ON card_trait (trait);

CREATE TABLE pattern (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    is_unique INTEGER,
    is_loyal INTEGER,
    cost_at_least INTEGER,
    cost_at_most INTEGER,
    strength_at_least INTEGER,
    strength_at_most INTEGER,
    income_at_least INTEGER,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE pod_card (
    edition TEXT NOT NULL,
    list TEXT NOT NULL,
    format TEXT NOT NULL,
    pod INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (edition, list, format, pod, ordinal),
    FOREIGN KEY(edition, list, format, pod) REFERENCES pod (edition, list, format, pod)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX pod_card_by_code ON pod_card (code);

CREATE TABLE card_keyword_exception (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    place INTEGER NOT NULL,
    exception TEXT NOT NULL,
    PRIMARY KEY (code, ordinal, place),
    FOREIGN KEY(code, ordinal) REFERENCES card_keyword (code, ordinal)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE gold_effect (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    moment TEXT NOT NULL,
    amount INTEGER,
    per INTEGER,
    per_zone TEXT NOT NULL,
    most INTEGER,
    "instead" INTEGER,
    instead_for INTEGER,
    applies INTEGER,
    allegiance TEXT NOT NULL,
    reach TEXT NOT NULL,
    lasts TEXT NOT NULL,
    minimum INTEGER NOT NULL,
    while_plot TEXT NOT NULL,
    unless_plot TEXT NOT NULL,
    while_controls INTEGER,
    while_standing INTEGER NOT NULL,
    while_used INTEGER NOT NULL,
    follows TEXT,
    trigger_by INTEGER,
    kneel INTEGER NOT NULL,
    sacrifice INTEGER NOT NULL,
    kneel_faction INTEGER NOT NULL,
    kneel_host INTEGER NOT NULL,
    kneels INTEGER,
    discards INTEGER,
    own_gold INTEGER NOT NULL,
    uses INTEGER,
    uses_lasts TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code, per) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code, instead_for) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code, applies) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code, while_controls) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code, trigger_by) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code, kneels) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code, discards) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE host_option (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    pattern INTEGER NOT NULL,
    side TEXT NOT NULL,
    PRIMARY KEY (code, ordinal),
    FOREIGN KEY(code, pattern) REFERENCES pattern (code, ordinal),
    FOREIGN KEY(code) REFERENCES card (code)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE pattern_term (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (code, ordinal, place),
    FOREIGN KEY(code, ordinal) REFERENCES pattern (code, ordinal)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE gold_effect_price (
    code TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    place INTEGER NOT NULL,
    price TEXT NOT NULL,
    PRIMARY KEY (code, ordinal, place),
    FOREIGN KEY(code, ordinal) REFERENCES gold_effect (code, ordinal)
)
 WITHOUT ROWID,
 STRICT;

