// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.util.Set;

/**
 * A kind of database, with the settings that are reported: those that affect a result and do not follow from the
 * version.
 */
public enum Product {
    H2("H2", "h2", "SELECT setting_name, setting_value FROM information_schema.settings", """
            info.CACHE_MAX_SIZE info.VERSION property.java.runtime.version property.java.vm.name
            property.os.name property.os.version ANALYZE_AUTO DB_CLOSE_DELAY DEFAULT_LOCK_TIMEOUT MODE MV_STORE
            QUERY_CACHE_SIZE QUERY_TIMEOUT RETENTION_TIME WRITE_DELAY"""),
    POSTGRESQL("PostgreSQL", "postgresql", "", """
            autovacuum checkpoint_completion_target checkpoint_timeout default_transaction_isolation
            effective_cache_size effective_io_concurrency fsync full_page_writes huge_pages io_method jit
            maintenance_work_mem max_connections max_parallel_workers_per_gather max_wal_size random_page_cost
            server_encoding server_version shared_buffers shared_preload_libraries synchronous_commit
            wal_buffers wal_compression wal_level wal_sync_method work_mem"""),
    /** MariaDB, and MySQL where it behaves the same; MySQL does not have all of the settings. */
    MARIADB("MariaDB", "mariadb", "SHOW GLOBAL VARIABLES", """
            binlog_format character_set_server collation_server innodb_adaptive_hash_index
            innodb_buffer_pool_size innodb_doublewrite innodb_flush_log_at_trx_commit innodb_flush_method
            innodb_io_capacity innodb_io_capacity_max innodb_lock_wait_timeout innodb_log_buffer_size
            innodb_log_file_size innodb_page_size innodb_read_io_threads innodb_redo_log_capacity
            innodb_snapshot_isolation innodb_write_io_threads log_bin lower_case_table_names max_connections
            performance_schema query_cache_type sql_mode sync_binlog table_open_cache thread_cache_size
            thread_handling transaction_isolation tx_isolation version version_comment version_compile_machine""");

    private final String title;
    private final String service;
    private final String settingsQuery;

    @SuppressWarnings("ImmutableEnumChecker") // The set cannot be changed.
    private final Set<String> reportedSettings;

    Product(String title, String service, String settingsQuery, String reportedSettings) {
        this.title = title;
        this.service = service;
        this.settingsQuery = settingsQuery;
        this.reportedSettings = Set.of(reportedSettings.strip().split("\\s+"));
    }

    public String title() {
        return title;
    }

    public String service() {
        return service;
    }

    /**
     * Returns the query for names and values of settings. PostgreSQL's names them, since a user cannot see all
     * settings.
     */
    String settingsQuery() {
        return this == POSTGRESQL
                ? "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ('"
                        + String.join("', '", reportedSettings) + "')"
                : settingsQuery;
    }

    Set<String> reportedSettings() {
        return reportedSettings;
    }
}
