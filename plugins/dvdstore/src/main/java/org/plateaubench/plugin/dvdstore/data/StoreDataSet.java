// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutIncarnation;

/** The store's data in one database. Holds no connection between calls. */
public final class StoreDataSet implements DataSet {
    /** Time limit of a single statement, such as creating an index over a large table. */
    private static final String RUN_NUMBER = "run-number";

    private static final Duration SOCKET_TIMEOUT = Duration.ofHours(2);

    private final SutAddress sut;
    private final StoreSize size;
    private final long dataSeed;
    private final Adoption adoption;
    private final int users;

    /** Creates the data set of this size in a SUT, in a schema that is empty or Plateau's, for one user. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed) {
        this(sut, size, dataSeed, Adoption.NONE, 1);
    }

    private StoreDataSet(SutAddress sut, StoreSize size, long dataSeed, Adoption adoption, int users) {
        this.sut = sut;
        this.size = size;
        this.dataSeed = dataSeed;
        this.adoption = adoption;
        this.users = users;
    }

    /** Returns the data set for a schema that may hold other tables if it has this name; empty for none. */
    public StoreDataSet adopting(String schema) {
        return new StoreDataSet(sut, size, dataSeed, new Adoption(schema), users);
    }

    /** Returns the data set for this number of users at once. */
    public StoreDataSet forUsers(int count) {
        return new StoreDataSet(sut, size, dataSeed, adoption, count);
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws InterruptedException {
        return new Preflight(sut, size, dataSeed, policy, adoption, users).findings();
    }

    /** Work over a separate connection. */
    private interface Work<T> {
        T run(Connector connector, Connection connection) throws Exception;
    }

    private <T> T connected(Work<T> work) throws Exception {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(SOCKET_TIMEOUT);
        try {
            Rows.execute(connection, connector.dialect().upkeepSettings());
            return work.run(connector, connection);
        } finally {
            connector.close(connection);
        }
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws Exception {
        connected((connector, connection) -> {
            StoreLoader loader = new StoreLoader(connector, SOCKET_TIMEOUT, progress);
            Optional<DataMarker> found = DataMarker.find(connection);
            refuseForeign(connection, connector, found.isPresent(), Preflight.change(policy, found));
            StoreRows rows = new StoreRows(size, dataSeed);
            if (policy == DataPolicy.RELOAD || found.isEmpty()) {
                loader.load(connection, rows, dataSeed);
            } else if (found.get().loaded()) {
                refuseMismatch(found.get());
                if (policy == DataPolicy.RESET) {
                    loader.restore(connection, rows);
                }
            } else if (found.get().isUnfinished(size, dataSeed)) {
                loader.resume(connection, rows, dataSeed);
            } else {
                loader.load(connection, rows, dataSeed);
            }
            DataMarker.beginRun(connection, Baseline.measure(connection));
            return true;
        });
    }

    private void refuseMismatch(DataMarker marker) throws SutException {
        Optional<Finding> mismatch = Preflight.mismatch(marker, size, dataSeed);
        if (mismatch.isPresent()) {
            throw new SutException(mismatch.get().toString());
        }
    }

    private void refuseForeign(Connection connection, Connector connector, boolean isOwn, Change change)
            throws SQLException, SutException {
        for (Finding finding : adoption.look(connection, connector, isOwn, change)) {
            if (finding.severity() == Finding.Severity.PROBLEM) {
                throw new SutException(finding.toString());
            }
        }
    }

    @Override
    public void clear(Progress progress) throws Exception {
        connected((connector, connection) -> {
            if (DataMarker.find(connection).isPresent()) {
                refuseForeign(connection, connector, true, Change.DROP);
                progress.report("clearing the store", 0, 0, "");
                new StoreLoader(connector, SOCKET_TIMEOUT, progress).clear(connection);
            }
            return true;
        });
    }

    @Override
    public List<Finding> verify() throws Exception {
        return connected((connector, connection) -> {
            DataMarker marker = DataMarker.requireLoaded(connection);
            Optional<Finding> mismatch = Preflight.mismatch(marker, size, dataSeed);
            if (mismatch.isPresent()) {
                return List.of(mismatch.get());
            }
            return new Verification(connection, connector.dialect(), new StoreRows(size, dataSeed)).findings();
        });
    }

    /** The counts are in the store, with the marker of the data, until the next run begins. */
    @Override
    public Optional<Map<String, String>> baseline() throws Exception {
        return Optional.of(Map.of(RUN_NUMBER, runNumber()));
    }

    @Override
    public void resume(Map<String, String> baseline) throws Exception {
        if (!runNumber().equals(baseline.get(RUN_NUMBER))) {
            throw new IOException("another run has used the store since, or it was loaded again");
        }
    }

    private String runNumber() throws Exception {
        return connected((connector, connection) ->
                Long.toString(DataMarker.requireLoaded(connection).runNumber()));
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        return connected((connector, connection) -> {
            List<Reconciliation> rows = new ArrayList<>(
                    Reconciler.reconcile(DataMarker.baseline(connection), Baseline.measure(connection), sent));
            rows.addAll(AcknowledgedRows.reconcile(connection, sent));
            return rows;
        });
    }

    @Override
    public List<SutIncarnation> incarnations() throws Exception {
        return connected((connector, connection) -> {
            String incarnation = connector.dialect().inspection().incarnation(connection);
            return incarnation.isEmpty() ? List.of() : List.of(new SutIncarnation(connector.place(), incarnation, ""));
        });
    }
}
