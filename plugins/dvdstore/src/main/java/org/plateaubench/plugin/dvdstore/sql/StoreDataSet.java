// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Words;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.TableDataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The store's data in one database. Holds no connection between calls. */
public final class StoreDataSet extends TableDataSet {
    private final SutAddress sut;
    private final StoreOptions options;
    private final StoreRows rows;
    private final StoreTables tables;
    private final long dataSeed;
    private boolean isUsed;

    /** Creates the data set of this size in a SUT, in a schema that is empty or Plateau's, for one user. */
    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed) {
        this(sut, size, dataSeed, StoreOptions.DEFAULT);
    }

    public StoreDataSet(SutAddress sut, StoreSize size, long dataSeed, StoreOptions options) {
        this(sut, new StoreRows(size, dataSeed), dataSeed, options);
    }

    private StoreDataSet(SutAddress sut, StoreRows rows, long dataSeed, StoreOptions options) {
        this(
                sut,
                rows,
                new StoreTables(
                        rows, StoreNumber.first(options.stores()), rows.size().reviewed(), options),
                dataSeed,
                options);
    }

    private StoreDataSet(SutAddress sut, StoreRows rows, StoreTables tables, long dataSeed, StoreOptions options) {
        super(sut, tables, dataSeed, options.users());
        this.sut = sut;
        this.rows = rows;
        this.tables = tables;
        this.dataSeed = dataSeed;
        this.options = options;
    }

    /** Returns the data set for a schema that may hold other tables if it has this name; empty for none. */
    public StoreDataSet adopting(String schema) {
        return new StoreDataSet(sut, rows, dataSeed, options.adopting(schema));
    }

    /** Returns the data set for this number of concurrent users. */
    public StoreDataSet forUsers(int count) {
        return new StoreDataSet(sut, rows, dataSeed, options.forUsers(count));
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws Exception {
        isUsed = true;
        super.prepare(policy, progress);
    }

    @Override
    public void resume(Map<String, String> baseline) {
        isUsed = true;
        super.resume(baseline);
    }

    /** Restores adopted stores after the comparison, which has more time than {@link #close}. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        List<Reconciliation> compared = super.reconcile(sent);
        close();
        return compared;
    }

    /** Restores adopted stores after a run that was not compared. */
    @Override
    public void close() throws Exception {
        if (isUsed && options.adoptsOriginal()) {
            clear(Progress.SILENT);
            isUsed = false;
        }
    }

    @Override
    protected MarkedData open(Connector connector, Connection connection) throws SQLException {
        return options.adoptsOriginal()
                ? new OriginalStore(connector, connection, tables, rows.size(), options)
                : new StoreSession(sut, connector, connection, rows, tables, dataSeed, options);
    }

    /** Returns the stores that the scripts of the original have built; fails if there are not this many. */
    public static List<StoreNumber> originalStores(Connection connection, int count) throws SQLException {
        List<StoreNumber> found = OriginalStore.stores(connection, count);
        if (found.isEmpty()) {
            throw new SQLException("the schema does not have " + count + " stores of the original");
        }
        return found;
    }

    /** Reads the words to search for in a store of the original. */
    public static Words words(Connection connection, StoreNumber store) throws SQLException {
        return OriginalStore.words(connection, store);
    }
}
