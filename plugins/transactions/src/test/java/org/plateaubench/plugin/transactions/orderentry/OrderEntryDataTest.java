// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.SQLException;
import java.util.Optional;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;
import org.plateaubench.testkit.ForeignData;

/** The data is prepared, reconciled with lost and doubled writes, and cleared, beside a table of another program. */
class OrderEntryDataTest extends DataSetContract<OrderEntryParameters> {
    private final TestDatabase database;

    OrderEntryDataTest() throws Exception {
        this(Engine.H2);
    }

    OrderEntryDataTest(Engine engine) throws Exception {
        database = TestDatabase.empty(engine);
    }

    @Override
    protected Workload<OrderEntryParameters> workload() {
        return new OrderEntryWorkload();
    }

    @Override
    protected OrderEntryParameters parameters() {
        return OrderEntryContractTest.SMALL;
    }

    @Override
    protected SutAddress sut() {
        return database.address();
    }

    @Override
    protected Optional<ForeignData> foreignData() {
        return Optional.of(new ForeignData() {
            @Override
            public void store(SutAddress sut) throws SQLException {
                database.execute("CREATE TABLE ledger (id INTEGER)", "INSERT INTO ledger VALUES (7)");
            }

            @Override
            public String read(SutAddress sut) throws SQLException {
                return Long.toString(database.number("SELECT SUM(id) FROM ledger"));
            }
        });
    }
}
