// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.plugin.transactions.orderentry.OrderEntryCases;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;

/** What is wrong with a database is one sentence before any load, and an interrupted load continues. */
class PreflightTest {
    private static DataSet data(SutAddress sut, int warehouses) throws Exception {
        return OrderEntryCases.workload()
                .dataSet(TestDatabase.context(OrderEntryCases.workload(), OrderEntryCases.small(warehouses), sut));
    }

    private static void assertProblem(DataSet data, DataPolicy policy, String... parts) throws Exception {
        List<Finding> problems = data.preflight(policy).stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .toList();
        assertThat(problems).singleElement().asString().contains(parts);
    }

    @Test
    void wrongDataIsRefusedOnH2() throws Exception {
        wrongDataIsRefused(Engine.H2);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void wrongDataIsRefused(Engine engine) throws Exception {
        TestDatabase database = TestDatabase.empty(engine);
        DataSet data = data(database.address(), 1);
        database.execute("CREATE TABLE district (name INTEGER)");
        assertProblem(
                data,
                DataPolicy.RELOAD,
                engine == Engine.H2 ? "table DISTRICT" : "table district",
                "Nothing was changed");
        database.execute("DROP TABLE district");
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();

        breakOff(data, 3);
        assertThat(data.preflight(DataPolicy.REUSE).toString()).contains("continue where it stopped");
        long parts = database.number("SELECT COUNT(*) FROM plateau_orderentry_parts");
        assertThat(parts).isBetween(3L, 12L);
        Queue<String> activities = new ConcurrentLinkedQueue<>();
        data.prepare(DataPolicy.REUSE, (what, done, total, unit) -> activities.add(what + " " + done));
        assertThat(activities)
                .anyMatch(what -> what.startsWith("resuming"))
                .noneMatch(what -> what.startsWith("loading"));
        assertThat(data.verify()).isEmpty();

        assertProblem(data(database.address(), 2), DataPolicy.REUSE, "warehouses 1 instead of 2", "data: reload");
        readOnlyUser(database);
        missingTable(database, data);
        database.execute("UPDATE plateau_orderentry SET marker_text = CONCAT(marker_text, 'workload: 3/other')");
        assertProblem(data, DataPolicy.REUSE, "belongs to workload 3/other");
    }

    /** Interrupts the loading thread once some parts are written. */
    private static void breakOff(DataSet data, int parts) {
        Thread self = Thread.currentThread();
        AtomicBoolean isSent = new AtomicBoolean();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (what, done, total, unit) -> {
                    if (done >= parts && isSent.compareAndSet(false, true)) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }

    private static void missingTable(TestDatabase database, DataSet data) throws Exception {
        database.execute("ALTER TABLE history RENAME TO memory");
        assertProblem(data, DataPolicy.REUSE, "history", "are missing", "data: reload");
        database.execute("ALTER TABLE memory RENAME TO history");
    }

    private static void readOnlyUser(TestDatabase database) throws Exception {
        switch (database.engine()) {
            case H2 ->
                database.execute("CREATE USER reader PASSWORD 'reader'", "GRANT SELECT ON SCHEMA PUBLIC TO reader");
            case POSTGRESQL ->
                database.execute(
                        "CREATE ROLE reader LOGIN PASSWORD 'reader'",
                        "GRANT USAGE ON SCHEMA public TO reader",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
            // Its user may not create others; a session that only reads is refused in the same way.
            case MARIADB -> {
                String url = database.address().property("url") + "&sessionVariables=transaction_read_only=1";
                assertProblem(data(database.with("url", url), 1), DataPolicy.REUSE, "plateau may not write");
                return;
            }
        }
        SutAddress reader = new SutAddress(
                "db",
                database.address().service(),
                Map.of(
                        "url",
                        database.address().property("url").split(";", 2)[0],
                        "user",
                        "reader",
                        "password",
                        "reader"));
        assertProblem(data(reader, 1), DataPolicy.REUSE, "reader may not write");
    }

    @Test
    void otherDatabasesAndRefusedUsersAreNamed() throws Exception {
        TestDatabase database = TestDatabase.empty(Engine.H2);
        assertProblem(data(database.with("url", "jdbc:mysql://127.0.0.1/x"), 1), DataPolicy.REUSE, "H2, PostgreSQL");
        assertProblem(data(database.with("password", "wrong"), 1), DataPolicy.REUSE, "refuses user plateau");
        assertProblem(
                data(database.with("url", "jdbc:h2:tcp://127.0.0.1:1/mem:x"), 1),
                DataPolicy.REUSE,
                "does not answer",
                "Start it");
        data(database.address(), 1).clear(Progress.SILENT);
    }
}
