// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Set;

/** The products MariaDB and, as far as it answers the same, MySQL. */
final class MariaProduct extends Product {
    private static final int ACCESS_DENIED = 1045;
    private static final int ACCESS_TO_DATABASE_DENIED = 1044;
    private static final int UNKNOWN_DATABASE = 1049;

    /** The settings to report; MySQL does not have all of them. */
    private static final Set<String> REPORTED_SETTINGS = Set.of(
            "binlog_format",
            "character_set_server",
            "collation_server",
            "innodb_adaptive_hash_index",
            "innodb_buffer_pool_size",
            "innodb_doublewrite",
            "innodb_flush_log_at_trx_commit",
            "innodb_flush_method",
            "innodb_io_capacity",
            "innodb_io_capacity_max",
            "innodb_lock_wait_timeout",
            "innodb_log_buffer_size",
            "innodb_log_file_size",
            "innodb_page_size",
            "innodb_read_io_threads",
            "innodb_redo_log_capacity",
            "innodb_snapshot_isolation",
            "innodb_write_io_threads",
            "log_bin",
            "lower_case_table_names",
            "max_connections",
            "performance_schema",
            "query_cache_type",
            "sql_mode",
            "sync_binlog",
            "table_open_cache",
            "thread_cache_size",
            "thread_handling",
            "transaction_isolation",
            "tx_isolation",
            "version",
            "version_comment",
            "version_compile_machine");

    MariaProduct() {
        super("MariaDB", "mariadb", REPORTED_SETTINGS);
    }

    @Override
    public Driver driver() {
        return new org.mariadb.jdbc.Driver();
    }

    @Override
    public String settingsQuery() {
        return "SHOW GLOBAL VARIABLES";
    }

    @Override
    public String explanation(SQLException said, String place, String user) {
        return switch (said.getErrorCode()) {
            case ACCESS_DENIED -> refused(place, user) + ", or name the client certificate that the account requires.";
            case ACCESS_TO_DATABASE_DENIED ->
                "MariaDB at " + place + " does not allow user '" + user
                        + "' to use this database; grant it the rights.";
            case UNKNOWN_DATABASE -> noDatabase(place);
            default -> said.getCause() instanceof IOException ? notAnswering(said, place) : failed(said, place);
        };
    }
}
