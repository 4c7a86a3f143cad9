// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, on a real database behind a relay that can stop forwarding. */
class OrderEntryContractTest extends WorkloadContract<OrderEntryParameters> {
    static final OrderEntryParameters SMALL =
            new OrderEntryParameters(2, Scale.Size.SMALL, OrderEntryParameters.Choice.WEIGHTS, 0, 1, 5);

    private static TestDatabase database;
    private static LossyRelay relay;

    @BeforeAll
    static void load() throws Exception {
        database = TestDatabase.empty(Engine.H2);
        OrderEntryWorkload workload = new OrderEntryWorkload();
        workload.dataSet(database.context(workload, SMALL)).prepare(DataPolicy.RELOAD, Progress.SILENT);
        relay = new LossyRelay(database.port());
    }

    @AfterAll
    static void close() throws Exception {
        relay.close();
    }

    @Override
    protected Workload<OrderEntryParameters> workload() {
        return new OrderEntryWorkload();
    }

    @Override
    protected OrderEntryParameters parameters() {
        return SMALL;
    }

    @Override
    protected SutAddress sut() {
        return database.address(relay.port());
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        String renamed = "UPDATE customer SET c_last = c_last || 'X'";
        String named = "UPDATE customer SET c_last = SUBSTRING(c_last, 1, CHAR_LENGTH(c_last) - 1)";
        return List.of(
                new WrongAnswers(
                        "newOrder",
                        Fault.WRONG_IDENTITY,
                        () -> database.plant(
                                "UPDATE item SET i_price = i_price + 1", "UPDATE item SET i_price = i_price - 1")),
                new WrongAnswers(
                        "newOrder",
                        Fault.WRONG_IDENTITY,
                        () -> database.plant(
                                "UPDATE stock SET s_i_id = -s_i_id, s_w_id = -s_w_id",
                                "UPDATE stock SET s_i_id = -s_i_id, s_w_id = -s_w_id")),
                new WrongAnswers("newOrder", Fault.OUTDATED, OrderEntryContractTest::outdated),
                new WrongAnswers(
                        "payment",
                        Fault.WRONG_IDENTITY,
                        () -> database.plant(
                                "UPDATE district SET d_id = d_id - 100", "UPDATE district SET d_id = d_id + 100")),
                new WrongAnswers("payment", Fault.WRONG_IDENTITY, () -> database.plant(renamed, named)),
                new WrongAnswers("orderStatus", Fault.WRONG_IDENTITY, () -> database.plant(renamed, named)),
                new WrongAnswers(
                        "orderStatus",
                        Fault.WRONG_IDENTITY,
                        () -> database.plant(
                                "UPDATE orders SET o_ol_cnt = o_ol_cnt + 1",
                                "UPDATE orders SET o_ol_cnt = o_ol_cnt - 1")),
                new WrongAnswers("stockLevel", Fault.OUTDATED, OrderEntryContractTest::outdated));
    }

    private static AutoCloseable outdated() throws Exception {
        return database.plant(
                "UPDATE district SET d_next_o_id = d_next_o_id - 1000000",
                "UPDATE district SET d_next_o_id = d_next_o_id + 1000000");
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
