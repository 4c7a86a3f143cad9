-- SPDX-License-Identifier: Apache-2.0
-- How many runs are kept, and what became of the last pass. One row; null is no bound.

CREATE TABLE retention (
    keep_days       INTEGER,
    keep_runs       INTEGER,
    keep_bytes      BIGINT,
    changed_by      VARCHAR(200),
    changed_at      TIMESTAMP WITH TIME ZONE,
    applies_from    TIMESTAMP WITH TIME ZONE,
    -- JSON.
    last_pass       VARCHAR
);
INSERT INTO retention (keep_days) VALUES (NULL);
