// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;
import org.plateaubench.testkit.ForeignData;

/** The contract of data sets, next to a table of another program. */
class OrderEntryDataTest extends DataSetContract<OrderEntryParameters> {
    private @Nullable TestDatabase opened;

    Engine engine() {
        return Engine.H2;
    }

    @BeforeEach
    void open() throws Exception {
        opened = TestDatabase.empty(engine());
    }

    private TestDatabase database() {
        return Objects.requireNonNull(opened);
    }

    @Override
    protected Workload<OrderEntryParameters> workload() {
        return new OrderEntryWorkload();
    }

    @Override
    protected OrderEntryParameters parameters() {
        return OrderEntryCases.small(engine() == Engine.H2 ? 1 : 2);
    }

    @Override
    protected SutAddress sut() {
        return database().address();
    }

    @Override
    protected Optional<ForeignData> foreignData() {
        return Optional.of(new ForeignData() {
            @Override
            public void store(SutAddress sut) throws Exception {
                database().execute("CREATE TABLE ledger (id INTEGER)", "INSERT INTO ledger VALUES (7)");
            }

            @Override
            public String read(SutAddress sut) throws Exception {
                return Long.toString(database().number("SELECT SUM(id) FROM ledger"));
            }
        });
    }
}
