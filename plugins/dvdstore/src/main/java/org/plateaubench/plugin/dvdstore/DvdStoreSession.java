// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.dvdstore.DvdStoreParameters.Access;
import org.plateaubench.plugin.dvdstore.DvdStoreParameters.Dialect;
import org.plateaubench.plugin.dvdstore.shop.AnswerCheck;
import org.plateaubench.plugin.dvdstore.shop.Catalogue;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreConnection;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Words;
import org.plateaubench.plugin.dvdstore.sql.JdbcConnection;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.plugin.dvdstore.sql.StoreMarker;
import org.plateaubench.plugin.dvdstore.sql.StoreNumber;
import org.plateaubench.plugin.dvdstore.sql.StoreSettings;
import org.plateaubench.plugin.dvdstore.web.OriginalPages;
import org.plateaubench.plugin.dvdstore.web.StorePages;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.plugin.dvdstore.web.WebConnection;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/** The shared state of the shoppers of one agent. Thread-safe. */
final class DvdStoreSession implements AutoCloseable {
    private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(1);

    final DvdStoreParameters parameters;
    final AnswerCheck answerCheck;
    private final int tile;
    private final StoreSize size;
    private final Connector connector;
    /** Address of the application; empty for access over JDBC. */
    private final String site;

    private final HttpConnections pages = new HttpConnections(WebConnection.settings());
    private @Nullable DataFacts facts;

    /**
     * The facts that an agent reads from the database, once: the number of runs on the data, its stores and its words.
     */
    private record DataFacts(long runNumber, List<StoreNumber> stores, Shopper shopper) {}

    DvdStoreSession(WorkloadContext<DvdStoreParameters> context) {
        parameters = context.parameters();
        tile = context.tile();
        size = parameters.store();
        connector = Connector.readCommitted(StoreService.database(context.requiredSut()));
        site = parameters.access() == Access.WEB ? context.requiredSut().property("url") : "";
        answerCheck = parameters.hasGeneratedRows()
                ? new Catalogue(new StoreRows(size, context.dataSeed()), parameters.searchDepth())
                : AnswerCheck.UNKNOWN_ROWS;
    }

    private int storeIndex(UserContext user) {
        return user.user() % parameters.stores();
    }

    Tally tally(UserContext user) {
        return new Tally(user, size, storeIndex(user), parameters.stores());
    }

    /** Returns the connection of a user, which is not open. */
    StoreConnection connection(UserContext user) {
        return connection(user, () -> settings(storeIndex(user)));
    }

    private StoreSettings settings(int storeIndex) {
        return new StoreSettings(
                facts().stores().get(storeIndex),
                parameters.restock(),
                size.reviewed(),
                parameters.imitatesOriginal(),
                parameters.procedures());
    }

    private StoreConnection connection(UserContext user, Supplier<StoreSettings> settings) {
        if (site.isEmpty()) {
            return new JdbcConnection(connector, settings);
        }
        if (parameters.dialect() == Dialect.PLATEAU) {
            return new WebConnection(
                    pages,
                    WebAddress.parse(site + "/"),
                    user,
                    browser -> new StorePages(browser, site, settings.get()));
        }
        String extension = parameters.dialect().name().toLowerCase(Locale.ROOT);
        return new WebConnection(
                pages,
                WebAddress.parse(site + "/" + OriginalPages.HOME),
                user,
                browser -> new OriginalPages(
                        browser, site, extension, settings.get().store().number()));
    }

    @Override
    public void close() {
        pages.close();
    }

    /** Reads the facts about the data, which are known once a user is connected. */
    synchronized void readFacts() throws Exception {
        if (facts != null) {
            return;
        }
        try {
            Connection connection = connector.open(SOCKET_TIMEOUT);
            try {
                facts = read(connection);
            } finally {
                Connections.close(connection);
            }
        } catch (SQLException e) {
            throw SqlFailure.of(e).withClass(e);
        }
    }

    private DataFacts read(Connection connection) throws SQLException {
        List<StoreNumber> stores = parameters.adoptsOriginal()
                ? StoreDataSet.originalStores(connection, parameters.stores())
                : StoreNumber.first(parameters.stores());
        Shopper shopper = new Shopper(
                size,
                parameters.operations(),
                parameters.searchBatchSize(),
                parameters.lineItems(),
                parameters.searchDepth(),
                parameters.adoptsOriginal() ? StoreDataSet.words(connection, stores.getFirst()) : Words.GENERATED,
                parameters.imitatesOriginal());
        return new DataFacts(StoreMarker.runNumber(connection, connector.database()), stores, shopper);
    }

    private synchronized DataFacts facts() {
        return Objects.requireNonNull(facts, "no user was connected");
    }

    Shopper shopper() {
        return facts().shopper();
    }

    /**
     * Returns a unique user name for a new customer, which contains the number of the run on this data set. The
     * original draws it from as many names as there are customers.
     *
     * @param attempt number of earlier attempts with names that are taken
     */
    String username(OperationCall call, Request.NewCustomer newCustomer, int attempt) {
        DataFacts dataFacts = facts();
        return parameters.imitatesOriginal()
                ? "newuser" + dataFacts.shopper().customer(call.draws(), attempt)
                : "new-" + dataFacts.runNumber() + "-" + tile + "-" + newCustomer.sequence() + "-"
                        + newCustomer.unitNumber();
    }
}
