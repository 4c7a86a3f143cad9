-- SPDX-License-Identifier: Apache-2.0
-- The index of the run directories. Everything in it can be read from them again.

CREATE TABLE run (
    id               VARCHAR(240)  NOT NULL PRIMARY KEY,
    -- When its folder and files were changed: one that stands as it stood is not read again.
    fingerprint      VARCHAR(200)  NOT NULL,
    name             VARCHAR(240)  NOT NULL,
    status           VARCHAR(20)   NOT NULL,
    verdict          VARCHAR(20),
    score            DOUBLE PRECISION,
    run_class        VARCHAR(20),
    started_at       TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at         TIMESTAMP WITH TIME ZONE,
    duration_seconds DOUBLE PRECISION,
    headline_value   DOUBLE PRECISION,
    archived         BOOLEAN       NOT NULL,
    -- What a search looks at, in lower case.
    search_text      VARCHAR       NOT NULL,
    -- The run as lists give it, and what only its own page shows; JSON.
    document         VARCHAR       NOT NULL,
    detail           VARCHAR       NOT NULL
);

-- A list is in the order of one of these, the id deciding between equals.
CREATE INDEX run_by_start ON run (archived, started_at DESC, id DESC);
CREATE INDEX run_by_name ON run (archived, name, id);
CREATE INDEX run_by_verdict ON run (archived, verdict, id);
CREATE INDEX run_by_status ON run (archived, status, id);

CREATE TABLE run_tag (
    tag    VARCHAR(40)  NOT NULL,
    run_id VARCHAR(240) NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, run_id)
);
CREATE INDEX run_tag_of_run ON run_tag (run_id);

CREATE TABLE run_plugin (
    plugin VARCHAR(100) NOT NULL,
    run_id VARCHAR(240) NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    PRIMARY KEY (plugin, run_id)
);
CREATE INDEX run_plugin_of_run ON run_plugin (run_id);
