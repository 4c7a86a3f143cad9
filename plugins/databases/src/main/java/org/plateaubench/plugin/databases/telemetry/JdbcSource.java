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
    private final SamplerFactory samplers;
    private final HitRatio hitRatio;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;
    private @Nullable Sampler sampler;

    /** Opens a connection, within the limit. */
    @FunctionalInterface
    interface Connector {
        Connection connect() throws SQLException;
    }

    @FunctionalInterface
    interface Sampler {
        List<Sample> sample() throws SQLException;
    }

    /** Creates a sampler with the queries that the server supports. */
    @FunctionalInterface
    interface SamplerFactory {
        Sampler create(Connection connection) throws SQLException;
    }

    JdbcSource(Connector connector, SamplerFactory samplers, HitRatio hitRatio) {
        this.connector = connector;
        this.samplers = samplers;
        this.hitRatio = hitRatio;
    }

    @Override
    public List<Sample> sample() throws SQLException {
        try {
            List<Sample> samples = new ArrayList<>(sampler().sample());
            hitRatio.of(samples).ifPresent(samples::add);
            return samples;
        } catch (SQLException e) {
            disconnect();
            throw e;
        }
    }

    private Sampler sampler() throws SQLException {
        Sampler current = sampler;
        if (current != null) {
            return current;
        }
        Connection opened = connector.connect();
        connection = opened;
        if (closed) {
            disconnect();
            throw new SQLException("The telemetry was closed while it connected.");
        }
        Sampler created = samplers.create(opened);
        sampler = created;
        return created;
    }

    private void disconnect() {
        Connection old = connection;
        connection = null;
        sampler = null;
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
