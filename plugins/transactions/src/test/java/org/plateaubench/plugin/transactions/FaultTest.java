// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.plugin.transactions.oltp.OltpCases;
import org.plateaubench.plugin.transactions.orderentry.OrderEntryCases;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.LossyRelay;

/**
 * Faults of a server during the transactions of users. Every call that fails has an error class that names the fault, the
 * users continue afterwards, and the tables match the counts except for transactions counted as uncertain.
 */
@Tag("slow")
class FaultTest {
    /** The workloads: order entry with two warehouses, and OLTP with so few rows that transactions conflict. */
    enum Case {
        ORDER_ENTRY,
        OLTP
    }

    /** The faults, and the error classes that they may cause. */
    enum Fault {
        CUT("connection-lost", "uncertain-commit"),
        SESSIONS_ENDED("connection-lost", "uncertain-commit", "too-many-connections"),
        SERVER_CRASH("connection-lost", "uncertain-commit", "too-many-connections", "denied", "sql"),
        STALLED("connection-lost", "uncertain-commit", "connecting was cancelled"),
        ANSWERS_LOST("connection-lost", "uncertain-commit", "connecting was cancelled"),
        CONNECTIONS_EXHAUSTED("connection-lost", "uncertain-commit", "too-many-connections", "denied"),
        DEADLOCKS("deadlock", "lock-timeout");

        private final Set<String> classes;

        Fault(String... classes) {
            this.classes = Set.of(classes);
        }
    }

    private static Stream<Arguments> cases() {
        return Stream.of(Engine.values())
                .flatMap(engine -> Stream.of(Case.values())
                        .flatMap(workload -> Stream.of(Fault.values())
                                .filter(fault -> isPossible(engine, fault))
                                .map(fault -> Arguments.of(engine, workload, fault))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(120)
    void tablesMatchCountsAfterFault(Engine engine, Case workload, Fault fault) throws Exception {
        switch (workload) {
            case ORDER_ENTRY -> testFault(engine, fault, OrderEntryCases.workload(), OrderEntryCases.small(0));
            case OLTP ->
                testFault(engine, fault, OltpCases.workload(), OltpCases.small(fault == Fault.DEADLOCKS ? 1 : 20));
        }
    }

    private static boolean isPossible(Engine engine, Fault fault) {
        return switch (fault) {
            case SERVER_CRASH, SESSIONS_ENDED, CONNECTIONS_EXHAUSTED -> engine != Engine.H2;
            default -> true;
        };
    }

    private static <P extends Record> void testFault(Engine engine, Fault fault, Workload<P> workload, P parameters)
            throws Exception {
        TestDatabase database = TestDatabase.withTablesOf(engine, workload.name());
        DataSet data = workload.dataSet(database.context(workload, parameters));
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        try (LossyRelay relay = new LossyRelay(database.port())) {
            ConcurrentUsers<P> users = new ConcurrentUsers<>(workload, parameters, database.address(relay.port()));
            try {
                users.awaitMore();
                inject(fault, database, relay, users);
                users.awaitMore();
            } finally {
                users.end();
            }
            assertThat(users.errors().stream()
                            .map(reason -> reason.replaceFirst("^.*cancelled.*$", "connecting was cancelled")))
                    .isSubsetOf(fault.classes);
            Deadline.until("all sessions are closed", () -> database.sessions() <= 1);
            assertThat(data.reconcile(users.totals())).allMatch(row -> row.isMet());
        }
    }

    private static void inject(Fault fault, TestDatabase database, LossyRelay relay, ConcurrentUsers<?> users)
            throws Exception {
        switch (fault) {
            case CUT -> relay.closeAll();
            case SESSIONS_ENDED -> endSessions(database);
            case SERVER_CRASH -> crash(database, users);
            case STALLED -> {
                try (AutoCloseable _ = relay.hold()) {
                    LockSupport.parkNanos(300_000_000);
                    users.abort();
                }
            }
            case ANSWERS_LOST -> {
                // Loses the answers to different statements of a transaction, including the commit.
                for (int answers = 0; answers < 24; answers += 2) {
                    relay.loseAfter(answers);
                    Deadline.until("an answer is lost", () -> relay.lost() > 0);
                    users.abort();
                    relay.loseNothing();
                    users.awaitMore();
                }
            }
            case CONNECTIONS_EXHAUSTED -> takeAllConnections(database, relay, users);
            case DEADLOCKS -> {
                for (int i = 0; i < 10; i++) {
                    users.awaitMore();
                }
            }
        }
    }

    private static void endSessions(TestDatabase database) throws SQLException {
        if (database.engine() == Engine.POSTGRESQL) {
            database.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                            + " AND pid <> pg_backend_pid()");
            return;
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            List<Long> sessions = new ArrayList<>();
            try (var rows = statement.executeQuery("SELECT id FROM information_schema.processlist"
                    + " WHERE user = 'plateau' AND id <> CONNECTION_ID()")) {
                while (rows.next()) {
                    sessions.add(rows.getLong(1));
                }
            }
            for (long session : sessions) {
                try {
                    statement.execute("KILL " + session);
                } catch (SQLException gone) {
                    // The session has already ended.
                }
            }
        }
    }

    /** Kills a process of PostgreSQL, which ends all sessions and recovers from its log. MariaDB is restarted. */
    private static void crash(TestDatabase database, ConcurrentUsers<?> users) throws Exception {
        if (database.engine() == Engine.MARIADB) {
            TestDatabase.restart();
            return;
        }
        long session = database.number("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                + " AND pid <> pg_backend_pid() LIMIT 1");
        new ProcessBuilder("kill", "-9", Long.toString(session)).start().waitFor();
        // What succeeds from then on succeeds after the recovery.
        Deadline.until("users notice the crash", () -> !users.errors().isEmpty());
    }

    private static void takeAllConnections(TestDatabase database, LossyRelay relay, ConcurrentUsers<?> users)
            throws Exception {
        List<Connection> taken = new ArrayList<>();
        try {
            relay.closeAll();
            while (taken.size() <= TestDatabase.MAX_CONNECTIONS) {
                try {
                    taken.add(database.connect());
                } catch (SQLException refused) {
                    assertThat(SqlFailure.of(refused)).isEqualTo(SqlFailure.TOO_MANY_CONNECTIONS);
                    if (users.errors().contains("too-many-connections")) {
                        return;
                    }
                    relay.closeAll();
                    LockSupport.parkNanos(10_000_000);
                }
            }
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
    }
}
