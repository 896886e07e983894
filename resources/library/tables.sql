CREATE TABLE card_category (
    edition VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    CONSTRAINT pk_card_category PRIMARY KEY (edition, title, category)
);

CREATE TABLE event (
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    day VARCHAR NOT NULL,
    edition VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    stage VARCHAR NOT NULL,
    players INTEGER NOT NULL,
    round INTEGER NOT NULL,
    operations INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    log_version INTEGER NOT NULL,
    created VARCHAR NOT NULL,
    changed VARCHAR NOT NULL,
    deleted VARCHAR,
    CONSTRAINT pk_event PRIMARY KEY (id)
);

CREATE TABLE fact (
    "key" VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    CONSTRAINT pk_fact PRIMARY KEY ("key")
);

CREATE TABLE folder (
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL,
    CONSTRAINT pk_folder PRIMARY KEY (id),
    CONSTRAINT uq_folder_folded UNIQUE (folded)
);

CREATE TABLE holding (
    edition VARCHAR NOT NULL,
    pack VARCHAR NOT NULL,
    copies INTEGER NOT NULL,
    CONSTRAINT pk_holding PRIMARY KEY (edition, pack)
);

CREATE TABLE known_card (
    code VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    pack VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    CONSTRAINT pk_known_card PRIMARY KEY (code)
);

CREATE TABLE single (
    code VARCHAR NOT NULL,
    copies INTEGER NOT NULL,
    CONSTRAINT pk_single PRIMARY KEY (code)
);

CREATE TABLE starred_card (
    code VARCHAR NOT NULL,
    CONSTRAINT pk_starred_card PRIMARY KEY (code)
);

CREATE TABLE deck (
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    edition VARCHAR NOT NULL,
    format VARCHAR NOT NULL,
    faction VARCHAR NOT NULL,
    agendas VARCHAR NOT NULL,
    list_code VARCHAR NOT NULL,
    draw_count INTEGER NOT NULL,
    plot_count INTEGER NOT NULL,
    folder_id VARCHAR,
    created VARCHAR NOT NULL,
    changed VARCHAR NOT NULL,
    deleted VARCHAR,
    version INTEGER NOT NULL,
    built_version INTEGER,
    codes TEXT NOT NULL,
    notes TEXT NOT NULL,
    CONSTRAINT pk_deck PRIMARY KEY (id),
    CONSTRAINT fk_deck_folder_id FOREIGN KEY(folder_id) REFERENCES folder (id) ON DELETE SET NULL
);

CREATE INDEX ix_deck_folder_id ON deck (folder_id);

CREATE TABLE event_operation (
    event_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    at VARCHAR NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_event_operation PRIMARY KEY (event_id, number),
    CONSTRAINT fk_event_operation_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE CASCADE
);

CREATE TABLE event_taken_back (
    event_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    number INTEGER NOT NULL,
    taken_back VARCHAR NOT NULL,
    body TEXT NOT NULL,
    taken_back_by VARCHAR DEFAULT '' NOT NULL,
    CONSTRAINT pk_event_taken_back PRIMARY KEY (event_id, position),
    CONSTRAINT fk_event_taken_back_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE CASCADE
);

CREATE TABLE game (
    id VARCHAR NOT NULL,
    deck_id VARCHAR,
    deck_name VARCHAR NOT NULL,
    version INTEGER,
    played VARCHAR NOT NULL,
    result VARCHAR NOT NULL,
    opponent VARCHAR NOT NULL,
    opponent_faction VARCHAR NOT NULL,
    opponent_agenda VARCHAR NOT NULL,
    notes TEXT NOT NULL,
    first_player VARCHAR DEFAULT '' NOT NULL,
    ending VARCHAR DEFAULT '' NOT NULL,
    setup VARCHAR DEFAULT '' NOT NULL,
    CONSTRAINT pk_game PRIMARY KEY (id),
    CONSTRAINT fk_game_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE SET NULL
);

CREATE INDEX ix_game_deck_id ON game (deck_id);

CREATE TABLE "plan" (
    deck_id VARCHAR NOT NULL,
    of_id VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    CONSTRAINT pk_plan PRIMARY KEY (deck_id),
    CONSTRAINT fk_plan_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE,
    CONSTRAINT fk_plan_of_id FOREIGN KEY(of_id) REFERENCES deck (id) ON DELETE CASCADE
);

CREATE INDEX ix_plan_of_id ON "plan" (of_id);

CREATE TABLE tag (
    deck_id VARCHAR NOT NULL,
    folded VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    CONSTRAINT pk_tag PRIMARY KEY (deck_id, folded),
    CONSTRAINT fk_tag_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE
);

CREATE INDEX ix_tag_folded ON tag (folded);

CREATE TABLE version (
    deck_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    made VARCHAR NOT NULL,
    name VARCHAR,
    based_on INTEGER,
    overtaken_by INTEGER,
    words TEXT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT pk_version PRIMARY KEY (deck_id, number),
    CONSTRAINT fk_version_deck_id FOREIGN KEY(deck_id) REFERENCES deck (id) ON DELETE CASCADE
);

