// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.RefusedRequest;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreConnection;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** One shopper with one connection. A request is drawn before the operation's time begins. */
final class DvdStoreDriver implements Driver {
    /** Attempts to find a free user name; the original benchmark has no limit. */
    private static final int MAX_NAMES = 10_000;

    private static final String WRONG_ANSWER = "wrong-answer";
    private static final Outcome WRONG_ROWS =
            Outcome.error(WRONG_ANSWER, "the rows or their number differ from those of the loaded products");
    private static final Outcome WRONG_REVIEWS =
            Outcome.error(WRONG_ANSWER, "the reviews or their number differ from the loaded ones");
    private static final Outcome WRONG_PRICES =
            Outcome.error(WRONG_ANSWER, "the prices differ from those of the loaded products");
    private static final Outcome OUT_OF_STOCK = Outcome.declined("out-of-stock");
    private static final Outcome ALREADY_MEMBER = Outcome.declined("already-member");
    private static final Outcome NO_CUSTOMER =
            Outcome.error("no-customer", "the order has no customer, since its login did not succeed");

    private final DvdStoreSession session;
    private final Tally tally;
    private final StoreConnection connection;

    private @Nullable StoreAccess store;
    private @Nullable Request prepared;
    private long customer;
    private long customerUnit = -1;
    private int customerSequence;

    DvdStoreDriver(DvdStoreSession session, Tally tally, StoreConnection connection) {
        this.session = session;
        this.tally = tally;
        this.connection = connection;
    }

    @Override
    public void connect() throws Exception {
        store = null;
        session.readFacts();
        store = connection.connect();
    }

    @Override
    public void prepareOperation(OperationCall call) {
        prepared = session.shopper().request(call);
    }

    @Override
    public Outcome execute(OperationCall call) throws Exception {
        StoreAccess access = store;
        Request request = prepared;
        if (access == null || request == null) {
            return Outcome.connectionLost("not-connected", "the operation was not prepared on a connection");
        }
        prepared = null;
        try {
            return execute(call, access, request);
        } catch (SQLException e) {
            return SqlFailure.of(e).outcome(e);
        } catch (RefusedRequest e) {
            return Outcome.error(e.errorClass(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } finally {
            connection.endOperation();
        }
    }

    private Outcome execute(OperationCall call, StoreAccess access, Request request) throws Exception {
        return switch (request) {
            case Request.Login login -> login(call, access, login);
            case Request.NewCustomer newCustomer -> register(call, access, newCustomer);
            case Request.BrowseCategory browse ->
                session.answerCheck.isCorrect(browse, access.browse(browse)) ? Outcome.ok() : WRONG_ROWS;
            case Request.BrowseText browse ->
                session.answerCheck.isCorrect(browse, access.browse(browse)) ? Outcome.ok() : WRONG_ROWS;
            case Request.BrowseReviews browse ->
                session.answerCheck.isCorrect(browse, access.reviews(browse)) ? Outcome.ok() : WRONG_REVIEWS;
            case Request.GetReviews get ->
                session.answerCheck.isCorrect(get, access.reviews(get)) ? Outcome.ok() : WRONG_REVIEWS;
            case Request.PriceQuery query -> prices(access, query);
            case Request.Purchase purchase -> hasCustomer(call) ? purchase(call, access, purchase) : NO_CUSTOMER;
            case Request.NewMember _, Request.NewReview _, Request.NewVote _ ->
                hasCustomer(call) ? contribute(call, access, request) : NO_CUSTOMER;
        };
    }

    private Outcome prices(StoreAccess access, Request.PriceQuery query) throws SQLException, IOException {
        List<StoreRows.Line> cart = new ArrayList<>();
        for (StoreRows.Line line : query.lines()) {
            // The original prices only the first of several lines with a product.
            if (cart.stream().noneMatch(other -> other.product() == line.product())) {
                cart.add(line);
            }
        }
        return session.answerCheck.isPrice(cart, access.netCents(query.lines())) ? Outcome.ok() : WRONG_PRICES;
    }

    private Outcome login(OperationCall call, StoreAccess access, Request.Login login)
            throws SQLException, IOException {
        Optional<StoreAccess.LoginResult> result = access.login(login);
        if (result.isEmpty()) {
            return Outcome.error("unknown-customer", "a loaded customer is not there or has another password");
        }
        if (!login.username().equals(StoreRows.username(result.get().customer()))) {
            return Outcome.error(WRONG_ANSWER, "the customer is not the one who logged in");
        }
        remember(call, result.get().customer());
        List<StoreAccess.PastTitle> latest = result.get().latest();
        tally.add(Measure.LOGINS, 1);
        tally.add(Measure.PAST_TITLES, latest.size());
        if (latest.isEmpty()) {
            tally.add(Measure.LOGINS_WITHOUT_HISTORY, 1);
        }
        return session.answerCheck.hasTitles(result.get())
                ? Outcome.ok()
                : Outcome.error(WRONG_ANSWER, "a title bought before is not a title of the store");
    }

    private Outcome register(OperationCall call, StoreAccess access, Request.NewCustomer newCustomer) throws Exception {
        tally.add(Measure.REGISTRATIONS_BEGUN, 1);
        try {
            OptionalLong number = insertCustomer(call, access, newCustomer, 0);
            for (int i = 1; number.isEmpty() && session.parameters.imitatesOriginal() && i < MAX_NAMES; i++) {
                number = insertCustomer(call, access, newCustomer, i);
            }
            if (number.isEmpty()) {
                return Outcome.error("name-taken", "a new customer's name is taken");
            }
            tally.addCustomer(number.getAsLong());
            remember(call, number.getAsLong());
            return Outcome.ok();
        } finally {
            tally.add(Measure.REGISTRATIONS_ENDED, 1);
        }
    }

    private OptionalLong insertCustomer(
            OperationCall call, StoreAccess access, Request.NewCustomer newCustomer, int attempt) throws Exception {
        String username = session.username(call, newCustomer, attempt);
        return writeRow(
                call, Measure.UNCERTAIN_CUSTOMERS, () -> access.newCustomer(newCustomer.customerData(), username));
    }

    private Outcome contribute(OperationCall call, StoreAccess access, Request request) throws Exception {
        tally.add(Measure.CONTRIBUTIONS_BEGUN, 1);
        try {
            return writeRow(call, Measure.UNCERTAIN_CONTRIBUTIONS, () -> contribute(access, request));
        } finally {
            tally.add(Measure.CONTRIBUTIONS_ENDED, 1);
        }
    }

    private Outcome contribute(StoreAccess access, Request request) throws SQLException, IOException {
        switch (request) {
            case Request.NewMember member -> {
                boolean isMember = session.answerCheck.isMember(customer);
                if (member.customer() > 0) {
                    // The shopper of the original continues as the customer who became a member.
                    customer = member.customer();
                }
                if (!access.join(customer, member)) {
                    return ALREADY_MEMBER;
                }
                tally.add(Measure.NEW_MEMBERS, 1);
                if (member.customer() == 0 && isMember) {
                    return Outcome.error(WRONG_ANSWER, "a customer who is a member became one again");
                }
            }
            case Request.NewReview review -> tally.addReview(access.review(customer, review));
            case Request.NewVote vote -> tally.addVote(access.vote(customer, vote), vote.points());
            default -> throw new IllegalArgumentException("not a contribution: " + request);
        }
        return Outcome.ok();
    }

    private Outcome purchase(OperationCall call, StoreAccess access, Request.Purchase purchase) throws Exception {
        tally.add(Measure.PURCHASES_BEGUN, 1);
        try {
            PurchaseResult result = placeOrder(call, access, purchase);
            tally.add(result);
            return switch (result.status()) {
                case COMMITTED ->
                    session.parameters.isPriced()
                                    || result.netCents() == StoreAccess.UNKNOWN_CENTS
                                    || session.answerCheck.isPrice(purchase.lines(), result.netCents())
                            ? Outcome.ok()
                            : WRONG_PRICES;
                case OUT_OF_STOCK -> OUT_OF_STOCK;
                case UNCERTAIN ->
                    Outcome.connectionLost("uncertain-commit", "the connection was lost between commit and answer");
            };
        } finally {
            tally.add(Measure.PURCHASES_ENDED, 1);
        }
    }

    /** Places the order, and counts it as uncertain if the application did not answer. */
    private PurchaseResult placeOrder(OperationCall call, StoreAccess access, Request.Purchase purchase)
            throws Exception {
        try {
            return withRetries(call, () -> access.purchase(customer, purchase));
        } catch (IOException e) {
            if (!changedNothing(e)) {
                int lines = purchase.lines().size();
                tally.add(new PurchaseResult(
                        PurchaseResult.Status.UNCERTAIN,
                        lines,
                        purchase.quantity(),
                        purchase.quantity(),
                        lines * Restock.target(StoreSize.HOT_EVERY),
                        lines,
                        0,
                        0));
            }
            throw e;
        }
    }

    private static boolean changedNothing(IOException failure) {
        return failure instanceof RefusedRequest refused && refused.changedNothing();
    }

    private void remember(OperationCall call, long number) {
        customer = number;
        customerUnit = call.unitNumber();
        customerSequence = call.sequence();
    }

    private boolean hasCustomer(OperationCall call) {
        return customerUnit == call.unitNumber() && customerSequence == call.sequence();
    }

    @FunctionalInterface
    private interface Transaction<T> {
        T run() throws SQLException, IOException;
    }

    /** Writes one row, and counts it as uncertain if it is not known whether it was written. */
    private <T> T writeRow(OperationCall call, Measure uncertain, Transaction<T> transaction) throws Exception {
        try {
            return withRetries(call, transaction);
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                tally.add(uncertain, 1);
            }
            throw e;
        } catch (IOException e) {
            tally.add(uncertain, changedNothing(e) ? 0 : 1);
            throw e;
        } catch (RuntimeException e) {
            tally.add(uncertain, 1);
            throw e;
        }
    }

    private <T> T withRetries(OperationCall call, Transaction<T> transaction) throws Exception {
        int failures = 0;
        while (true) {
            try {
                return transaction.run();
            } catch (SQLException e) {
                failures++;
                boolean isLast = !session.parameters.imitatesOriginal() && failures > session.parameters.maxRetries();
                if (isLast || !SqlFailure.of(e).isRetryable()) {
                    throw e;
                }
            }
            tally.add(Measure.RETRIES, 1);
            Thread.sleep(
                    session.parameters.imitatesOriginal()
                            ? Shopper.originalPauseMillis(call.draws(), failures)
                            : Shopper.retryPauseMillis(call.draws(), failures));
        }
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() throws InterruptedException {
        store = null;
        connection.close();
    }
}
