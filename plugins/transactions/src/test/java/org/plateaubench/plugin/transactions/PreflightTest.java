// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.plugin.transactions.oltp.OltpCases;
import org.plateaubench.plugin.transactions.orderentry.OrderEntryCases;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;

/** Before any load, a problem of a database is reported as one message. An interrupted load is resumed. */
class PreflightTest {
    /** The workloads, each with a table that the checks create with other columns and one that they remove. */
    enum Case {
        ORDER_ENTRY("orderentry", "district", "history", "warehouses 1 instead of 2"),
        OLTP("oltp", "sbtest1", "sbtest2", "rows 1000 instead of 2000");

        private final String name;
        private final String table;
        private final String missing;
        private final String difference;

        Case(String name, String table, String missing, String difference) {
            this.name = name;
            this.table = table;
            this.missing = missing;
            this.difference = difference;
        }

        /** Returns the data at a scale, which is the number of warehouses or of thousands of rows. */
        DataSet data(SutAddress sut, int scale) throws Exception {
            return switch (this) {
                case ORDER_ENTRY ->
                    OrderEntryCases.workload()
                            .dataSet(TestDatabase.context(
                                    OrderEntryCases.workload(), OrderEntryCases.small(scale), sut));
                case OLTP ->
                    OltpCases.workload()
                            .dataSet(TestDatabase.context(
                                    OltpCases.workload(), OltpCases.ofRows(1_000 * scale, 1), sut));
            };
        }
    }

    private static DataSet data(SutAddress sut, int warehouses) throws Exception {
        return Case.ORDER_ENTRY.data(sut, warehouses);
    }

    private static void assertProblem(DataSet data, DataPolicy policy, String... parts) throws Exception {
        List<Finding> problems = data.preflight(policy).stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .toList();
        assertThat(problems).singleElement().asString().contains(parts);
    }

    @ParameterizedTest
    @EnumSource
    void wrongDataIsRefusedOnH2(Case workload) throws Exception {
        wrongDataIsRefused(Engine.H2, workload);
    }

    private static Stream<Arguments> servers() {
        return Stream.of(Engine.POSTGRESQL, Engine.MARIADB)
                .flatMap(engine -> Stream.of(Case.values()).map(workload -> Arguments.of(engine, workload)));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("servers")
    void wrongDataIsRefused(Engine engine, Case workload) throws Exception {
        TestDatabase database = TestDatabase.empty(engine);
        DataSet data = workload.data(database.address(), 1);
        String named = "table " + workload.table;
        database.execute("CREATE TABLE " + workload.table + " (name INTEGER)");
        assertProblem(
                data,
                DataPolicy.RELOAD,
                engine == Engine.H2 ? named.replace(workload.table, workload.table.toUpperCase(Locale.ROOT)) : named,
                "Nothing was changed");
        database.execute("DROP TABLE " + workload.table);
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        if (workload == Case.ORDER_ENTRY) {
            assertLoadIsResumed(database, data);
        } else {
            data.prepare(DataPolicy.REUSE, Progress.SILENT);
        }
        assertThat(data.verify()).isEmpty();

        assertProblem(workload.data(database.address(), 2), DataPolicy.REUSE, workload.difference, "data: reload");
        assertReadOnlyUserIsReported(database, workload);
        assertMissingTableIsReported(database, data, workload.missing);
        database.execute(
                "UPDATE plateau_" + workload.name + " SET marker_text = CONCAT(marker_text, 'workload: 3/other')");
        assertProblem(data, DataPolicy.REUSE, "belongs to workload 3/other");
    }

    private static void assertLoadIsResumed(TestDatabase database, DataSet data) throws Exception {
        interruptLoad(data, 3);
        assertThat(data.preflight(DataPolicy.REUSE).toString()).contains("continue where it stopped");
        long parts = database.number("SELECT COUNT(*) FROM plateau_orderentry_parts");
        assertThat(parts).isBetween(3L, 12L);
        Queue<String> activities = new ConcurrentLinkedQueue<>();
        data.prepare(DataPolicy.REUSE, (what, done, total, unit) -> activities.add(what + " " + done));
        assertThat(activities)
                .anyMatch(what -> what.startsWith("resuming"))
                .noneMatch(what -> what.startsWith("loading"));
    }

    /** Interrupts the loading thread when some parts are written. */
    private static void interruptLoad(DataSet data, int parts) {
        Thread self = Thread.currentThread();
        AtomicBoolean isSent = new AtomicBoolean();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (what, done, total, unit) -> {
                    if (done >= parts && isSent.compareAndSet(false, true)) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }

    private static void assertMissingTableIsReported(TestDatabase database, DataSet data, String table)
            throws Exception {
        database.execute("ALTER TABLE " + table + " RENAME TO memory");
        assertProblem(data, DataPolicy.REUSE, table, "are missing", "data: reload");
        database.execute("ALTER TABLE memory RENAME TO " + table);
    }

    private static void assertReadOnlyUserIsReported(TestDatabase database, Case workload) throws Exception {
        switch (database.engine()) {
            case H2 ->
                database.execute(
                        "CREATE USER IF NOT EXISTS reader PASSWORD 'reader'",
                        "GRANT SELECT ON SCHEMA PUBLIC TO reader");
            case POSTGRESQL ->
                database.execute(
                        "DROP ROLE IF EXISTS reader",
                        "CREATE ROLE reader LOGIN PASSWORD 'reader'",
                        "GRANT USAGE ON SCHEMA public TO reader",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
            // Its user may not create others. A read-only session is reported in the same way.
            case MARIADB -> {
                String url = database.address().property("url") + "&sessionVariables=transaction_read_only=1";
                assertProblem(workload.data(database.with("url", url), 1), DataPolicy.REUSE, "plateau may not write");
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
        assertProblem(workload.data(reader, 1), DataPolicy.REUSE, "reader may not ");
        assertProblem(workload.data(reader, 1), DataPolicy.RELOAD, "reader ");
    }

    @Test
    void wrongDatabaseAndRefusedUserAreReported() throws Exception {
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
