// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.List;

/** A database that the store runs on, with its own queries for sessions. */
enum Engine {
    H2(
            "SELECT COUNT(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL",
            "SELECT COUNT(*) FROM information_schema.sessions"),
    POSTGRESQL(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
            "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"),
    MARIADB(
            "SELECT variable_value FROM information_schema.global_status"
                    + " WHERE variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'",
            "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'plateau'");

    private final String waitingQuery;
    private final String sessionsQuery;

    Engine(String waitingQuery, String sessionsQuery) {
        this.waitingQuery = waitingQuery;
        this.sessionsQuery = sessionsQuery;
    }

    /** A query for the number of sessions that wait for a lock. */
    String waitingQuery() {
        return waitingQuery;
    }

    /** A query for the number of client sessions, including the querying one. */
    String sessionsQuery() {
        return sessionsQuery;
    }

    /** Statements that remove everything from the database. */
    List<String> statementsToEmpty() {
        return switch (this) {
            case H2 -> List.of("DROP ALL OBJECTS");
            case POSTGRESQL -> List.of("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
            case MARIADB -> List.of("DROP DATABASE plateau", "CREATE DATABASE plateau");
        };
    }
}
