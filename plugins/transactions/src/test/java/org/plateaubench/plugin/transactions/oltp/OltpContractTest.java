// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Choice;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, on a real database behind a relay that can stop forwarding. */
class OltpContractTest extends WorkloadContract<OltpParameters> {
    private static TestDatabase database;
    private static LossyRelay relay;

    /** Returns parameters of two tables of a thousand rows. */
    static OltpParameters parameters(Load load) {
        return parameters(load, Choice.UNIFORM, 1_000, 20);
    }

    static OltpParameters parameters(Load load, Choice distribution, int rows, int retries) {
        return new OltpParameters(load, 2, rows, distribution, retries);
    }

    @BeforeAll
    static void load() throws Exception {
        database = TestDatabase.empty(Engine.H2);
        OltpWorkload workload = new OltpWorkload();
        workload.dataSet(database.context(workload, parameters(Load.READ_WRITE)))
                .prepare(DataPolicy.RELOAD, Progress.SILENT);
        relay = new LossyRelay(database.port());
    }

    @AfterAll
    static void close() throws Exception {
        relay.close();
    }

    @Override
    protected Workload<OltpParameters> workload() {
        return new OltpWorkload();
    }

    @Override
    protected OltpParameters parameters() {
        return parameters(Load.READ_WRITE);
    }

    @Override
    protected SutAddress sut() {
        return database.address(relay.port());
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(
                new WrongAnswers(
                        "readWrite",
                        Fault.WRONG_IDENTITY,
                        () -> database.plant(
                                "UPDATE sbtest1 SET id = -id", "UPDATE sbtest1 SET id = -id WHERE id < 0")),
                new WrongAnswers(
                        "readWrite",
                        Fault.WRONG_IDENTITY,
                        () -> database.plant(
                                "UPDATE sbtest2 SET c = SUBSTRING(c, 1, 118) || 'X'",
                                "UPDATE sbtest2 SET c = SUBSTRING(c, 1, 108) || LPAD(id, 11, '0')")));
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
