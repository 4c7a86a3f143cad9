// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, on a real database behind a relay that can stop forwarding. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DvdStoreContractTest extends WorkloadContract<DvdStoreParameters> {
    private static final Map<String, Object> PARAMETERS = Map.of("mode", "ds3", "factor", 0.0501);

    private TestDatabase database;
    private LossyRelay relay;

    @BeforeAll
    void load() throws Exception {
        load(TestDatabase.empty(Engine.H2));
    }

    /** Loads the store, and puts a relay in front of it. */
    final void load(TestDatabase storeDatabase) throws Exception {
        database = storeDatabase;
        new DvdStoreWorkload()
                .dataSet(TestDatabase.context(parameters(), sut(port())))
                .prepare(DataPolicy.REUSE, Progress.SILENT);
        relay = new LossyRelay(port());
    }

    int port() {
        return database.port();
    }

    @AfterAll
    void close() throws Exception {
        relay.close();
    }

    @Override
    protected Workload<DvdStoreParameters> workload() {
        return new DvdStoreWorkload();
    }

    @Override
    protected DvdStoreParameters parameters() {
        return TestDatabase.parameters(PARAMETERS);
    }

    @Override
    protected SutAddress sut() {
        return sut(relay.port());
    }

    /** The SUT behind a port of loopback. */
    SutAddress sut(int port) {
        return database.address(database.url(port));
    }

    /** The tests share a store and draw the same new customers, so an earlier test may already have taken a name. */
    @Override
    protected Set<String> expectedErrors() {
        return Set.of("name-taken", "skipped");
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        Callable<AutoCloseable> wrongRow = () -> plant(
                "UPDATE products SET category = MOD(category, 16) + 1, price = price + 1",
                "UPDATE products SET category = MOD(category + 14, 16) + 1, price = price - 1");
        Callable<AutoCloseable> noWords = () ->
                plant("UPDATE product_word SET field = LOWER(field)", "UPDATE product_word SET field = UPPER(field)");
        Callable<AutoCloseable> otherReviews = () -> plant(
                "UPDATE reviews SET stars = MOD(stars, 5) + 1, review_text = review_text || '.'",
                "UPDATE reviews SET stars = MOD(stars + 3, 5) + 1,"
                        + " review_text = SUBSTRING(review_text FROM 1 FOR CHAR_LENGTH(review_text) - 1)");
        List<WrongAnswers> wrong = new ArrayList<>(List.of(
                new WrongAnswers(
                        "login",
                        Fault.WRONG_IDENTITY,
                        () -> plant(
                                "UPDATE customers SET username = 'user' || MOD(customerid, 1002) + 1"
                                        + " WHERE customerid <= 1002",
                                "UPDATE customers SET username = 'user' || customerid WHERE customerid <= 1002")),
                new WrongAnswers("browseCategory", Fault.WRONG_IDENTITY, wrongRow),
                new WrongAnswers(
                        "browseCategory",
                        Fault.EMPTY,
                        () -> plant(
                                "UPDATE products SET special = special + 2",
                                "UPDATE products SET special = special - 2")),
                new WrongAnswers("browseActor", Fault.WRONG_IDENTITY, wrongRow),
                new WrongAnswers("browseActor", Fault.EMPTY, noWords),
                new WrongAnswers("browseTitle", Fault.WRONG_IDENTITY, wrongRow),
                new WrongAnswers("browseTitle", Fault.EMPTY, noWords),
                new WrongAnswers("purchase", Fault.WRONG_IDENTITY, wrongRow)));
        for (Operation operation : Operation.values()) {
            if (operation.title().startsWith("reviewsBy")) {
                wrong.add(new WrongAnswers(operation.title(), Fault.WRONG_IDENTITY, otherReviews));
            }
        }
        wrong.add(new WrongAnswers(
                "reviewsByStars",
                Fault.EMPTY,
                () -> plant("UPDATE reviews SET stars = -stars", "UPDATE reviews SET stars = -stars")));
        return wrong;
    }

    private AutoCloseable plant(String sql, String undo) throws SQLException {
        database.execute(sql);
        return () -> database.execute(undo);
    }

    @Override
    protected long openResources() throws Exception {
        return database.sessions();
    }

    @Override
    protected AutoCloseable stallSut() {
        return relay.hold();
    }
}
