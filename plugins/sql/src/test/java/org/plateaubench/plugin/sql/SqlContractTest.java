// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, on a real server. */
class SqlContractTest extends WorkloadContract<SqlParameters> {
    private static final SqlParameters PARAMETERS = SqlUser.parameters("""
            setup:
              - CREATE TABLE item (id INTEGER PRIMARY KEY, stock INTEGER)
              - INSERT INTO item SELECT x, 1000000 FROM SYSTEM_RANGE(1, 100)
            scenario:
              data: { item: { zipf: 1..100 } }
              flows:
                look: { weight: 3, steps: [{ query: "SELECT stock FROM item WHERE id = ${item}", name: look, check: { rows: 1 } }] }
                buy:
                  steps:
                    - transaction:
                        - update: UPDATE item SET stock = stock - 1 WHERE id = ${item}
                        - { query: "SELECT stock FROM item WHERE id = ${item}", extract: { left: stock } }
                      retries: 5
                    - { query: "SELECT 1 AS one WHERE ${left} > '0'", name: left }
            """);

    private static TestDatabase database;
    private static LossyRelay relay;

    @BeforeAll
    static void load() throws Exception {
        database = TestDatabase.create();
        SqlUser.data(database, PARAMETERS).prepare(DataPolicy.REUSE, Progress.SILENT);
        relay = new LossyRelay(TestDatabase.port());
    }

    @AfterAll
    static void close() throws Exception {
        relay.close();
    }

    @Override
    protected Workload<SqlParameters> workload() {
        return new SqlWorkload();
    }

    @Override
    protected SqlParameters parameters() {
        return PARAMETERS;
    }

    @Override
    protected SutAddress sut() {
        return TestDatabase.at(relay.port(), database.url().replaceAll(".*mem:|;.*", ""))
                .address();
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(new WrongAnswers("look", Fault.WRONG_IDENTITY, () -> {
            database.execute("UPDATE plateau_sql.item SET id = id + 1000");
            return () -> database.execute("UPDATE plateau_sql.item SET id = id - 1000");
        }));
    }

    @Override
    protected long openResources() throws Exception {
        return Long.parseLong(database.value("SELECT COUNT(*) FROM information_schema.sessions"));
    }

    @Override
    protected AutoCloseable stallSut() {
        return relay.hold();
    }
}
