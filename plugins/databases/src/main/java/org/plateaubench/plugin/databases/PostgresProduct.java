// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.Set;

/** The product PostgreSQL. */
final class PostgresProduct extends Product {
    private static final Set<String> REPORTED_SETTINGS = Set.of(
            "autovacuum",
            "checkpoint_completion_target",
            "checkpoint_timeout",
            "default_transaction_isolation",
            "effective_cache_size",
            "effective_io_concurrency",
            "fsync",
            "full_page_writes",
            "huge_pages",
            "io_method",
            "jit",
            "maintenance_work_mem",
            "max_connections",
            "max_parallel_workers_per_gather",
            "max_wal_size",
            "random_page_cost",
            "server_encoding",
            "server_version",
            "shared_buffers",
            "shared_preload_libraries",
            "synchronous_commit",
            "wal_buffers",
            "wal_compression",
            "wal_level",
            "wal_sync_method",
            "work_mem");

    PostgresProduct() {
        super("PostgreSQL", "postgresql", REPORTED_SETTINGS);
    }

    @Override
    public Driver driver() {
        return driver("org.postgresql.Driver");
    }

    /** Names the settings, since some are not visible to every user. */
    @Override
    public String settingsQuery() {
        return "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ('"
                + String.join("', '", REPORTED_SETTINGS) + "')";
    }

    @Override
    public String explanation(SQLException said, String place, String user) {
        String state = String.valueOf(said.getSQLState());
        return switch (state) {
            case "28P01", "28000" ->
                refused(place, user) + ", or what the server's pg_hba.conf allows (" + said.getMessage() + ").";
            case "3D000" -> noDatabase(place);
            case "53300" ->
                "PostgreSQL at " + place + " has no connection left; raise its max_connections or use fewer users.";
            case "08001", "08004", "08006" -> notAnswering(said, place);
            default -> failed(said, place);
        };
    }
}
