// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import static org.plateaubench.plugin.databases.telemetry.Series.level;
import static org.plateaubench.plugin.databases.telemetry.Series.total;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.database.Connections;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;

/** Series from the status of a MariaDB or MySQL server; they cover the whole server. */
public final class MariadbTelemetry implements TelemetrySourceType {
    static final List<Series> SERIES = List.of(
            total("Com_commit", "commits", "transactions"),
            total("Com_rollback", "rollbacks", "transactions"),
            total("Questions", "statements", "statements"),
            total("Innodb_buffer_pool_read_requests", "bufferReadRequests", "pages"),
            total("Innodb_buffer_pool_reads", "bufferReads", "pages"),
            total("Innodb_row_lock_waits", "rowLockWaits", "waits"),
            total("Innodb_row_lock_time", "rowLockTime", "ms waited"),
            total("Innodb_deadlocks", "deadlocks", "deadlocks"),
            total("Created_tmp_disk_tables", "tempTablesOnDisk", "tables"),
            level("Threads_running", "runningThreads", "connections"),
            level("Threads_connected", "connections", "connections"),
            total("Innodb_os_log_written", "logBytes", "bytes"),
            total("Innodb_data_fsyncs", "dataSyncs", "syncs"),
            level("seconds_behind_master", "replicationLag", "s behind"),
            level("seconds_behind_source", "replicationLag", "s behind"));

    private static final String STATUS = "SHOW GLOBAL STATUS";
    private static final String REPLICA = "SHOW REPLICA STATUS";

    @Override
    public String service() {
        return "mariadb";
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        Properties login = Connections.login(sut);
        String limitMillis = Integer.toString(1000 * JdbcSource.LIMIT_SECONDS);
        login.setProperty("connectTimeout", limitMillis);
        login.setProperty("socketTimeout", limitMillis);
        return new JdbcSource(
                () -> Drivers.connect(sut.property("url"), login),
                MariadbTelemetry::sampler,
                new HitRatio("bufferReadRequests", "bufferReads", true));
    }

    private static JdbcSource.Sampler sampler(Connection connection) {
        boolean isReplica = isReplica(connection);
        return () -> read(connection, isReplica);
    }

    /** Returns whether the server is a replica; false if it does not support the query or the user may not run it. */
    private static boolean isReplica(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(REPLICA)) {
            return rows.next();
        } catch (SQLException e) {
            return false;
        }
    }

    private static List<Sample> read(Connection connection, boolean isReplica) throws SQLException {
        Map<String, String> values = new HashMap<>();
        // The time-out of the socket also bounds the query, since not every MySQL supports a time-out in the server.
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(STATUS)) {
                values.putAll(Rows.pairs(rows));
            }
            if (isReplica) {
                try (ResultSet rows = statement.executeQuery(REPLICA)) {
                    values.putAll(Rows.columns(rows));
                }
            }
        }
        return Series.samples(SERIES, values);
    }
}
