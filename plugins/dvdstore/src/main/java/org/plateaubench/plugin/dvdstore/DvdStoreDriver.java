// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.dvdstore.DvdStoreDriver.Tally;
import org.plateaubench.plugin.dvdstore.shop.Catalogue;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.JdbcStore;
import org.plateaubench.plugin.dvdstore.sql.PurchaseTransaction.PurchaseResult;
import org.plateaubench.plugin.dvdstore.sql.Reconciler;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;
import org.plateaubench.spi.WorkloadContext;

/** One shopper with one connection. A request is drawn before the operation's time begins. */
final class DvdStoreDriver implements Driver {
    /** Longest wait for an answer without an abort; operation timeouts are shorter. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(10);

    private static final String WRONG_ANSWER = "wrong-answer";
    private static final Outcome WRONG_ROWS =
            Outcome.error(WRONG_ANSWER, "the rows are not those that the loaded products give, or not as many");
    private static final Outcome OUT_OF_STOCK = Outcome.declined("out-of-stock");
    private static final long NOBODY = -1;

    private final DvdStoreSession session;
    private final Tally tally;
    private final Object connectionLock = new Object();
    private Connections.@Nullable Attempt connecting;
    private @Nullable Connection connection;

    private @Nullable JdbcStore store;
    private @Nullable Request prepared;
    private long customer = NOBODY;
    private long customerUnit = NOBODY;
    private int customerSequence;

    DvdStoreDriver(DvdStoreSession session, Tally tally) {
        this.session = session;
        this.tally = tally;
    }

    @Override
    public void connect() throws Exception {
        dropConnection();
        store = null;
        Dialect dialect = session.connector.dialect();
        try {
            Connection opened = opened();
            session.readRunNumber(opened);
            store = new JdbcStore(opened, dialect, session.parameters.restock());
        } catch (SQLException e) {
            throw SqlFailure.of(e).named(e);
        }
    }

    private Connection opened() throws SQLException, InterruptedException {
        Connections.Attempt attempt;
        synchronized (connectionLock) {
            attempt = session.connector.begin(SOCKET_TIMEOUT);
            connecting = attempt;
        }
        Connection opened = attempt.await();
        synchronized (connectionLock) {
            boolean aborted = connecting != attempt;
            connecting = null;
            if (aborted) {
                Connections.drop(opened);
                throw new SQLException("connecting was cancelled", "08001");
            }
            connection = opened;
        }
        return opened;
    }

    @Override
    public void prepareOperation(OperationCall call) {
        prepared = session.shopper.request(call);
    }

    @Override
    public Outcome execute(OperationCall call) throws Exception {
        JdbcStore open = store;
        Request request = prepared;
        if (open == null || request == null) {
            return Outcome.connectionLost("not-connected", "the operation was not prepared on a connection");
        }
        prepared = null;
        try {
            return switch (request) {
                case Request.Login login -> login(call, open, login);
                case Request.NewCustomer newcomer -> register(call, open, newcomer);
                case Request.BrowseCategory browse ->
                    session.catalogue.answers(browse, open.browse(browse)) ? Outcome.ok() : WRONG_ROWS;
                case Request.BrowseText browse ->
                    session.catalogue.answers(browse, open.browse(browse)) ? Outcome.ok() : WRONG_ROWS;
                case Request.Purchase purchase -> purchase(call, open, purchase);
            };
        } catch (SQLException e) {
            return SqlFailure.of(e).outcome(e);
        }
    }

    private Outcome login(OperationCall call, JdbcStore open, Request.Login login) throws SQLException {
        Optional<JdbcStore.LoginResult> result = open.login(login);
        if (result.isEmpty()) {
            return Outcome.error("unknown-customer", "a loaded customer is not there or has another password");
        }
        if (!login.username().equals(StoreRows.username(result.get().customer()))) {
            return Outcome.error(WRONG_ANSWER, "the customer is another one than the one who logged in");
        }
        remember(call, result.get().customer());
        int titles = result.get().latest().size();
        tally.add(Measure.LOGINS, 1);
        tally.add(Measure.PAST_TITLES, titles);
        if (titles == 0) {
            tally.add(Measure.LOGINS_WITHOUT_HISTORY, 1);
        }
        boolean right = result.get().latest().stream()
                .allMatch(past -> session.catalogue.contains(past.title(), past.actor(), past.recommended()));
        return right
                ? Outcome.ok()
                : Outcome.error(WRONG_ANSWER, "a title bought before is not one that the store has");
    }

    private Outcome register(OperationCall call, JdbcStore open, Request.NewCustomer newcomer) throws Exception {
        String username = session.username(newcomer);
        tally.add(Measure.REGISTRATIONS_BEGUN, 1);
        try {
            OptionalLong number = retrying(call, () -> open.newCustomer(newcomer.customerData(), username));
            if (number.isEmpty()) {
                return Outcome.error("name-taken", "a new customer's name is taken");
            }
            tally.addCustomer(number.getAsLong());
            remember(call, number.getAsLong());
            return Outcome.ok();
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                tally.add(Measure.UNCERTAIN_CUSTOMERS, 1);
            }
            throw e;
        } catch (RuntimeException e) {
            tally.add(Measure.UNCERTAIN_CUSTOMERS, 1);
            throw e;
        } finally {
            tally.add(Measure.REGISTRATIONS_ENDED, 1);
        }
    }

    private Outcome purchase(OperationCall call, JdbcStore open, Request.Purchase purchase) throws Exception {
        if (customerUnit != call.unitNumber() || customerSequence != call.sequence()) {
            return Outcome.error("no-customer", "the order has no customer, since its login did not succeed");
        }
        tally.add(Measure.PURCHASES_BEGUN, 1);
        try {
            PurchaseResult result = retrying(call, () -> open.purchase(customer, purchase));
            tally.add(result);
            return switch (result.fate()) {
                case COMMITTED ->
                    result.netCents() == session.catalogue.netCents(purchase)
                            ? Outcome.ok()
                            : Outcome.error(WRONG_ANSWER, "the prices are not those of the loaded products");
                case OUT_OF_STOCK -> OUT_OF_STOCK;
                case UNCERTAIN ->
                    Outcome.connectionLost("uncertain-commit", "the connection was lost between commit and answer");
            };
        } finally {
            tally.add(Measure.PURCHASES_ENDED, 1);
        }
    }

    private void remember(OperationCall call, long number) {
        customer = number;
        customerUnit = call.unitNumber();
        customerSequence = call.sequence();
    }

    /** A transaction that can be retried. */
    @FunctionalInterface
    private interface Transaction<T> {
        T run() throws SQLException;
    }

    private <T> T retrying(OperationCall call, Transaction<T> transaction) throws SQLException, InterruptedException {
        int failures = 0;
        while (true) {
            try {
                return transaction.run();
            } catch (SQLException e) {
                failures++;
                if (failures > session.parameters.maxRetries()
                        || !SqlFailure.of(e).isRetryable()) {
                    throw e;
                }
            }
            tally.add(Measure.RETRIES, 1);
            Thread.sleep(Shopper.retryPauseMillis(call.draws(), failures));
        }
    }

    @Override
    public void abort() {
        dropConnection();
    }

    /** Closes the connection. Any thread. */
    private void dropConnection() {
        synchronized (connectionLock) {
            if (connecting != null) {
                connecting.cancel();
                connecting = null;
            }
            if (connection != null) {
                Connections.drop(connection);
                connection = null;
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        Connection open;
        synchronized (connectionLock) {
            open = connection;
            connection = null;
        }
        store = null;
        if (open != null) {
            Connections.close(open);
        }
    }

    /** The counters of one user. */
    static final class Tally {
        private final Map<Measure, Counter> counters = new EnumMap<>(Measure.class);
        private final Acknowledged orders;
        private final Acknowledged customers;

        Tally(UserContext user) {
            orders = user.acknowledged(Reconciler.ORDERS);
            customers = user.acknowledged(Reconciler.CUSTOMERS);
            for (Measure measure : Measure.values()) {
                counters.put(measure, user.counter(measure.title()));
            }
        }

        void add(Measure measure, long amount) {
            Objects.requireNonNull(counters.get(measure)).add(amount);
        }

        /** Counts a customer that the database has confirmed. */
        void addCustomer(long number) {
            customers.held(number);
            add(Measure.NEW_CUSTOMERS, 1);
        }

        /** Counts a purchase with a known end. */
        void add(PurchaseResult result) {
            switch (result.fate()) {
                case OUT_OF_STOCK -> add(Measure.ROLLBACKS, 1);
                case COMMITTED -> {
                    orders.held(result.order());
                    add(Measure.ORDERS, 1);
                    add(Measure.LINES, result.lines());
                    add(Measure.QUANTITY, result.quantity());
                    add(Measure.HISTORY_ROWS, result.lines());
                    add(Measure.STOCK_TAKEN, result.stockTaken());
                    add(Measure.STOCK_ADDED, result.stockAdded());
                    add(Measure.REORDERS, result.reorders());
                }
                case UNCERTAIN -> {
                    add(Measure.UNCERTAIN_ORDERS, 1);
                    add(Measure.UNCERTAIN_LINES, result.lines());
                    add(Measure.UNCERTAIN_QUANTITY, result.quantity());
                    add(Measure.UNCERTAIN_STOCK, result.stockTaken() + result.stockAdded());
                    add(Measure.UNCERTAIN_REORDERS, result.reorders());
                }
            }
        }
    }

    /** The shared state of the shoppers of one agent. Any thread. */
    static final class DvdStoreSession {
        final DvdStoreParameters parameters;
        private final int tile;
        final Connector connector;
        final Shopper shopper;
        final Catalogue catalogue;
        /** The run number; 0 until it is read. */
        private final AtomicLong runNumber = new AtomicLong();

        DvdStoreSession(WorkloadContext<DvdStoreParameters> context) {
            parameters = context.parameters();
            tile = context.tile();
            connector = new Connector(context.requiredSut());
            catalogue = new Catalogue(new StoreRows(parameters.size(), context.dataSeed()));
            shopper = new Shopper(parameters.size(), parameters.searchBatchSize(), parameters.lineItems());
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
}
