// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.plugin.dvdstore.data.StoreDataSet;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.spi.WorkloadContext;

/** The shared state of the shoppers of one agent. Any thread. */
final class DvdStoreSession {
    private final DvdStoreParameters parameters;
    private final int tile;
    private final Connector connector;
    private final Shopper shopper;
    /** The run number; 0 until it is read. */
    private final AtomicLong runNumber = new AtomicLong();

    DvdStoreSession(WorkloadContext<DvdStoreParameters> context) {
        parameters = context.parameters();
        tile = context.tile();
        connector = new Connector(context.requiredSut());
        shopper = new Shopper(parameters.size(), parameters.searchBatchSize(), parameters.lineItems());
    }

    DvdStoreParameters parameters() {
        return parameters;
    }

    Connector connector() {
        return connector;
    }

    Shopper shopper() {
        return shopper;
    }

    /** Reads, once per agent, how many runs this data has served; the data set counts them during preparation. */
    void readRunNumber(Connection connection) throws SQLException {
        if (runNumber.get() == 0) {
            runNumber.set(StoreDataSet.runNumber(connection, connector.dialect()));
        }
    }

    /** Returns a user name that no other customer has or will have: runs on one data set differ in their number. */
    String username(Request.NewCustomer newcomer) {
        return "new-" + runNumber.get() + "-" + tile + "-" + newcomer.sequence() + "-" + newcomer.unitNumber();
    }
}
