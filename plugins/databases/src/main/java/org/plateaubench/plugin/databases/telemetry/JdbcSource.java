// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.TelemetrySource;

/**
 * Samples a server over one connection; a lost connection is reopened at the next sample. One thread samples; another
 * may close.
 */
final class JdbcSource implements TelemetrySource {
    /** Time limit in seconds for connecting and for each answer of the server. */
    static final int LIMIT_SECONDS = 3;

    private final Connector connector;
    private final HitRatio hitRatio;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;
    private @Nullable Reading reading;

    /** Opens a connection, within the limit. */
    @FunctionalInterface
    interface Connector {
        Connection connect() throws SQLException;
    }

    @FunctionalInterface
    interface Reading {
        List<Sample> read() throws SQLException;
    }

    /** Determines which queries the server supports. */
    @FunctionalInterface
    interface Readings {
        Reading over(Connection connection) throws SQLException;
    }

    private final Readings readings;

    JdbcSource(Connector connector, Readings readings, HitRatio hitRatio) {
        this.connector = connector;
        this.readings = readings;
        this.hitRatio = hitRatio;
    }

    @Override
    public List<Sample> sample() throws SQLException {
        try {
            List<Sample> samples = new ArrayList<>(reading().read());
            hitRatio.of(samples).ifPresent(samples::add);
            return samples;
        } catch (SQLException e) {
            disconnect();
            throw e;
        }
    }

    private Reading reading() throws SQLException {
        Reading known = reading;
        if (known != null) {
            return known;
        }
        Connection opened = connector.connect();
        connection = opened;
        if (closed) {
            disconnect();
            throw new SQLException("The telemetry was closed while it connected.");
        }
        Reading found = readings.over(opened);
        reading = found;
        return found;
    }

    private void disconnect() {
        Connection old = connection;
        connection = null;
        reading = null;
        if (old != null) {
            try {
                old.close();
            } catch (SQLException e) {
                // The connection is lost: there is nothing left to release.
                return;
            }
        }
    }

    /** Ends the connection, even while a sample waits for an answer. */
    @Override
    public void close() throws SQLException {
        closed = true;
        Connection open = connection;
        if (open != null) {
            // A close alone would wait for the answer to the sample.
            open.abort(Runnable::run);
            open.close();
        }
    }
}
