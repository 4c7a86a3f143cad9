// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.dvdstore.DvdStoreParameters.Access;
import org.plateaubench.plugin.dvdstore.shop.Catalogue;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreConnection;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.JdbcConnection;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.plugin.dvdstore.sql.StoreNumber;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;
import org.plateaubench.plugin.dvdstore.web.StorePages;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.plugin.dvdstore.web.WebConnection;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/** The shared state of the shoppers of one agent. Any thread. */
final class DvdStoreSession implements AutoCloseable {
    private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(1);

    final DvdStoreParameters parameters;
    final Shopper shopper;
    final Catalogue catalogue;
    private final int tile;
    private final StoreSize size;
    private final List<StoreNumber> stores;
    private final Connector connector;
    /** Address of the application; empty for access over JDBC. */
    private final String site;

    private final HttpConnections pages = new HttpConnections(WebConnection.settings());
    /** The run number; 0 until it is read. */
    private long runNumber;

    DvdStoreSession(WorkloadContext<DvdStoreParameters> context) {
        parameters = context.parameters();
        tile = context.tile();
        size = parameters.store();
        stores = StoreDataSet.stores(parameters.stores());
        connector = new Connector(StoreService.database(context.requiredSut()));
        site = parameters.access() == Access.WEB
                ? context.requiredSut().property("url")
                : "";
        catalogue = new Catalogue(new StoreRows(size, context.dataSeed()), parameters.searchDepth());
        shopper = new Shopper(size, parameters.searchBatchSize(), parameters.lineItems(), parameters.searchDepth());
    }

    /** Returns the driver of a user, who shops in one of the stores. */
    Driver driver(UserContext user) {
        int storeIndex = user.user() % stores.size();
        StoreSettings settings = new StoreSettings(stores.get(storeIndex), parameters.restock(), size.reviewed());
        return new DvdStoreDriver(
                this, new Tally(user, size, storeIndex, stores.size()), connection(user, settings));
    }

    private StoreConnection connection(UserContext user, StoreSettings settings) {
        if (site.isEmpty()) {
            return new JdbcConnection(connector, settings);
        }
        return new WebConnection(
                pages,
                WebAddress.parse(site + "/"),
                user,
                browser -> new StorePages(browser, site, settings.store(), settings.restock()));
    }

    @Override
    public void close() {
        pages.close();
    }

    /** Reads, once per agent, how many runs this data has served; the data set counts them during preparation. */
    synchronized void readRunNumber() throws Exception {
        if (runNumber > 0) {
            return;
        }
        try {
            Connection connection = connector.open(SOCKET_TIMEOUT);
            try {
                runNumber = StoreDataSet.runNumber(connection, connector.dialect());
            } finally {
                Connections.close(connection);
            }
        } catch (SQLException e) {
            throw SqlFailure.of(e).named(e);
        }
    }

    /** Returns a user name that no other customer has or will have: runs on one data set differ in their number. */
    String username(Request.NewCustomer newcomer) {
        return "new-" + runNumber + "-" + tile + "-" + newcomer.sequence() + "-" + newcomer.unitNumber();
    }
}
