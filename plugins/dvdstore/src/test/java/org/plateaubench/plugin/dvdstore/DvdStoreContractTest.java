// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadContract;

/** The store keeps the contract of every workload, on a real database behind a relay that can fall silent. */
class DvdStoreContractTest extends WorkloadContract<DvdStoreParameters> {
    private static TestDatabase database;
    private static LossyRelay relay;

    @BeforeAll
    static void load() throws Exception {
        database = TestDatabase.loaded(Engine.H2);
        relay = new LossyRelay(database.port());
    }

    @AfterAll
    static void close() throws Exception {
        relay.close();
    }

    @Override
    protected Workload<DvdStoreParameters> workload() {
        return new DvdStoreWorkload();
    }

    @Override
    protected DvdStoreParameters parameters() {
        return TestDatabase.parameters(Restock.HOLD);
    }

    @Override
    protected SutAddress sut() {
        return database.address(database.url(relay.port()));
    }

    /** The tests share a store and draw the same new customers, so that a name may be taken by a test before. */
    @Override
    protected Set<String> expectedErrors() {
        return Set.of("name-taken", "skipped");
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        Callable<AutoCloseable> foreign = () -> planted(
                "UPDATE products SET category = MOD(category, 16) + 1, price = price + 1",
                "UPDATE products SET category = MOD(category + 14, 16) + 1, price = price - 1");
        Callable<AutoCloseable> noWords = () ->
                planted("UPDATE product_word SET field = LOWER(field)", "UPDATE product_word SET field = UPPER(field)");
        return List.of(
                new WrongAnswers(
                        "login",
                        Fault.FOREIGN,
                        () -> planted(
                                "UPDATE customers SET username = 'user' || MOD(customerid, 20000) + 1"
                                        + " WHERE customerid <= 20000",
                                "UPDATE customers SET username = 'user' || customerid WHERE customerid <= 20000")),
                new WrongAnswers("browseCategory", Fault.FOREIGN, foreign),
                new WrongAnswers(
                        "browseCategory",
                        Fault.EMPTY,
                        () -> planted(
                                "UPDATE products SET special = special + 2",
                                "UPDATE products SET special = special - 2")),
                new WrongAnswers("browseActor", Fault.FOREIGN, foreign),
                new WrongAnswers("browseActor", Fault.EMPTY, noWords),
                new WrongAnswers("browseTitle", Fault.FOREIGN, foreign),
                new WrongAnswers("browseTitle", Fault.EMPTY, noWords),
                new WrongAnswers("purchase", Fault.FOREIGN, foreign));
    }

    private static AutoCloseable planted(String sql, String back) throws SQLException {
        database.execute(sql);
        return () -> database.execute(back);
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
