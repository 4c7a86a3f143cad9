// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import static org.plateaubench.plugin.databases.telemetry.Series.level;
import static org.plateaubench.plugin.databases.telemetry.Series.total;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.TotalOfEvents;

/** Series from PostgreSQL's statistics of the database under test and of the server. */
public final class PostgresqlTelemetry implements TelemetrySourceType {
    static final List<Series> SERIES = List.of(
            total("xact_commit", "commits", "transactions"),
            total("xact_rollback", "rollbacks", "transactions"),
            total("blks_hit", "blocksHit", "blocks"),
            total("blks_read", "blocksRead", "blocks"),
            total("tup_returned", "rowsReturned", "rows read"),
            total("tup_fetched", "rowsFetched", "rows read"),
            total("tup_inserted", "rowsInserted", "rows written"),
            total("tup_updated", "rowsUpdated", "rows written"),
            total("tup_deleted", "rowsDeleted", "rows written"),
            total("temp_files", "tempFiles", "files"),
            total("temp_bytes", "tempBytes", "bytes"),
            total("deadlocks", "deadlocks", "deadlocks"),
            level("connections", "connections", "connections"),
            level("active", "activeConnections", "connections"),
            level("waiting", "waitingForLocks", "connections"),
            total("timed", "checkpointsTimed", "checkpoints"),
            total("requested", "checkpointsRequested", "checkpoints"),
            total("wal_bytes", "walBytes", "bytes"),
            level("lag", "replicationLag", "bytes behind"));

    static final String CHECKPOINT = "checkpoint";

    private static final String DATABASE = """
            SELECT d.*, s.* FROM pg_stat_database d, (
              SELECT count(*) AS connections,
                count(*) FILTER (WHERE state = 'active') AS active,
                count(*) FILTER (WHERE wait_event_type = 'Lock') AS waiting
              FROM pg_stat_activity
              WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()) s
            WHERE d.datname = current_database()""";

    private static final String CHECKPOINTS =
            "SELECT num_timed AS timed, num_requested AS requested, write_time + sync_time AS checkpoint_ms"
                    + " FROM pg_stat_checkpointer";
    private static final String CHECKPOINTS_BEFORE_17 =
            "SELECT checkpoints_timed AS timed, checkpoints_req AS requested,"
                    + " checkpoint_write_time + checkpoint_sync_time AS checkpoint_ms FROM pg_stat_bgwriter";
    private static final String WAL = "SELECT wal_bytes FROM pg_stat_wal";
    /** Query for the lag of the replica that is furthest behind; it has no value without replicas. */
    private static final String LAG = """
            SELECT max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn()
              ELSE pg_current_wal_lsn() END, replay_lsn)) AS lag FROM pg_stat_replication""";

    @Override
    public String service() {
        return "postgresql";
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        Properties login = Connections.login(sut);
        login.setProperty("ApplicationName", "plateau-telemetry");
        for (String limit : List.of("connectTimeout", "loginTimeout", "socketTimeout")) {
            login.setProperty(limit, Integer.toString(JdbcSource.LIMIT_SECONDS));
        }
        return new JdbcSource(
                () -> Drivers.connect(sut.property("url"), login),
                PostgresqlTelemetry::sampler,
                new HitRatio("blocksHit", "blocksRead", false));
    }

    private static JdbcSource.Sampler sampler(Connection connection) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        List<String> queries = version >= 14
                ? List.of(DATABASE, version >= 17 ? CHECKPOINTS : CHECKPOINTS_BEFORE_17, WAL, LAG)
                : List.of(DATABASE, CHECKPOINTS_BEFORE_17, LAG);
        // The server adds the time of a checkpoint when the checkpoint ends.
        TotalOfEvents checkpoints = new TotalOfEvents(CHECKPOINT, Duration.ofMillis(1));
        return () -> read(connection, queries, checkpoints);
    }

    private static List<Sample> read(Connection connection, List<String> queries, TotalOfEvents checkpoints)
            throws SQLException {
        Map<String, String> values = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(JdbcSource.LIMIT_SECONDS - 1);
            for (String query : queries) {
                try (ResultSet rows = statement.executeQuery(query)) {
                    values.putAll(Rows.columns(rows));
                }
            }
        }
        List<Sample> samples = Series.samples(SERIES, values);
        String checkpointMillis = values.get("checkpoint_ms");
        if (checkpointMillis != null) {
            checkpoints
                    .at(Double.parseDouble(checkpointMillis), System.nanoTime())
                    .ifPresent(samples::add);
        }
        return samples;
    }
}
