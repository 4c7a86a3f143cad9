-- SPDX-License-Identifier: Apache-2.0
-- The queue of runs. The text of each run file stands in the folder of its item.

CREATE TABLE queue_item (
    id              VARCHAR(40)  NOT NULL PRIMARY KEY,
    name            VARCHAR(240) NOT NULL,
    state           VARCHAR(20)  NOT NULL,
    place           BIGINT       NOT NULL,
    not_before_ms   BIGINT,
    -- Path, settings, tags and note, as they were asked for; JSON.
    wanted          VARCHAR      NOT NULL,
    requested_by    VARCHAR(200) NOT NULL,
    requested_at_ms BIGINT       NOT NULL,
    attempt         INTEGER      NOT NULL,
    started_at_ms   BIGINT,
    ended_at_ms     BIGINT,
    run_id          VARCHAR(240),
    exit_code       INTEGER,
    message         VARCHAR
);

-- One row.
CREATE TABLE queue_state (
    paused BOOLEAN NOT NULL
);
INSERT INTO queue_state (paused) VALUES (FALSE);
