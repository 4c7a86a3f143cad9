// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.Engine;
import org.plateaubench.plugin.databases.Jdbc;
import org.plateaubench.plugin.databases.SharedServers;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** The series of real servers show a known amount of work. */
@Tag("slow")
@Timeout(120)
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
@ResourceLock(SharedServers.LOCK)
class ServerTelemetryTest {
    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    /** Longer than the second after which servers update their counters. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final int COMMITS = 23;
    private static final int ROLLBACKS = 7;

    @Parameter
    private Engine engine = Engine.H2;

    private SutAddress sut = new SutAddress("none", "none", Map.of());
    private TelemetrySource source = List::of;
    private int samples;

    @BeforeEach
    void open() throws Exception {
        sut = SERVERS.of(engine).address();
        source = (engine == Engine.POSTGRESQL ? new PostgresqlTelemetry() : new MariadbTelemetry()).open(sut);
        // PostgreSQL would add the counts of a session later, including those of catalog rows.
        Jdbc.execute(
                sut,
                "CREATE TABLE telemetry (id INT PRIMARY KEY, n INT)",
                "INSERT INTO telemetry VALUES (1, 0)",
                engine == Engine.POSTGRESQL ? "SELECT pg_stat_force_next_flush()" : "SELECT 1");
    }

    @AfterEach
    void close() throws Exception {
        source.close();
        Jdbc.execute(sut, "DROP TABLE telemetry");
    }

    @Test
    void everySeriesExceptReplicationLagIsSampled() throws Exception {
        values(); // The hit ratio covers the time since the previous sample.
        Map<String, Double> values = values();
        assertThat(values.keySet())
                .containsAll((engine == Engine.POSTGRESQL ? PostgresqlTelemetry.SERIES : MariadbTelemetry.SERIES)
                        .stream()
                                .map(Series::name)
                                .filter(name -> !name.equals("replicationLag"))
                                .toList());
        assertThat(values.values()).allMatch(value -> value >= 0);
    }

    @Test
    void transactionsAreCounted() throws Exception {
        Map<String, Double> before = values();
        try (Connection connection = Jdbc.connect(sut);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < COMMITS; i++) {
                statement.execute("INSERT INTO telemetry VALUES (" + (i + 2) + ", 0)");
                connection.commit();
            }
            for (int i = 0; i < ROLLBACKS; i++) {
                statement.execute("UPDATE telemetry SET n = n + 1 WHERE id = 1");
                connection.rollback();
            }
        }
        Map<String, Double> after = await(now -> increase(before, now, "rollbacks") >= ROLLBACKS);
        assertThat(increase(before, after, "rollbacks")).isEqualTo(ROLLBACKS);
        if (engine == Engine.MARIADB) {
            assertThat(increase(before, after, "commits")).isEqualTo(COMMITS);
            assertThat(increase(before, after, "statements")).isGreaterThan(2 * COMMITS);
            assertThat(increase(before, after, "logBytes")).isPositive();
            assertThat(increase(before, after, "dataSyncs")).isGreaterThanOrEqualTo(COMMITS);
        } else {
            // Auto-committed statements count too: those of the samples and of creating the table.
            assertThat(increase(before, after, "commits")).isBetween((double) COMMITS, COMMITS + 10.0 + 5 * samples);
            assertThat(increase(before, after, "rowsInserted")).isEqualTo(COMMITS);
            assertThat(increase(before, after, "rowsUpdated")).isEqualTo(ROLLBACKS);
            assertThat(increase(before, after, "walBytes")).isPositive();
        }
        assertThat(value(after, "bufferHitRatio")).isBetween(0.0, 100.0);
    }

    @Test
    void checkpointIsRecordedAsEvent() throws Exception {
        assumeThat(engine).isEqualTo(Engine.POSTGRESQL);
        values();
        Jdbc.execute(sut, "UPDATE telemetry SET n = n + 1 WHERE id = 1", "CHECKPOINT");
        Map<String, Double> after = await(now -> now.containsKey(PostgresqlTelemetry.CHECKPOINT));
        assertThat(value(after, PostgresqlTelemetry.CHECKPOINT)).as("ms").isPositive();
    }

    @Test
    void lockWaitIsCounted() throws Exception {
        Map<String, Double> before = values();
        try (Connection holder = Jdbc.connect(sut);
                Statement holding = holder.createStatement()) {
            holder.setAutoCommit(false);
            holding.execute("UPDATE telemetry SET n = 1 WHERE id = 1");
            CompletableFuture<Void> waiter = CompletableFuture.runAsync(this::update);
            if (engine == Engine.MARIADB) {
                await(now -> increase(before, now, "rowLockWaits") == 1);
            } else {
                await(now -> value(now, "waitingForLocks") == 1);
            }
            assertThat(waiter).isNotDone();
            holder.commit();
            waiter.get(20, TimeUnit.SECONDS);
        }
        if (engine == Engine.MARIADB) {
            await(now -> increase(before, now, "rowLockTime") > 0);
        } else {
            await(now -> value(now, "waitingForLocks") == 0);
        }
    }

    private void update() {
        try {
            Jdbc.execute(sut, "UPDATE telemetry SET n = 2 WHERE id = 1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void temporaryFilesAreCounted() throws Exception {
        Map<String, Double> before = values();
        if (engine == Engine.MARIADB) {
            Jdbc.execute(sut, "SET tmp_table_size = 0", "SELECT n, COUNT(*) FROM telemetry GROUP BY n ORDER BY 2");
            await(now -> increase(before, now, "tempTablesOnDisk") >= 1);
        } else {
            Jdbc.execute(
                    sut,
                    "SET work_mem = '64kB'",
                    "SELECT COUNT(*) FROM (SELECT g FROM generate_series(1, 100000) g ORDER BY g DESC) sorted");
            await(now -> increase(before, now, "tempFiles") >= 1 && increase(before, now, "tempBytes") > 100_000);
        }
    }

    @Test
    void connectionsAndCheckpointsAreCounted() throws Exception {
        // The server may still be closing connections of the previous test. MariaDB also counts the connection of the
        // query.
        int connected = engine == Engine.MARIADB ? 1 : 0;
        Map<String, Double> before = await(now -> value(now, "connections") == connected);
        try (Connection one = Jdbc.connect(sut);
                Connection two = Jdbc.connect(sut)) {
            assertThat(one.isValid(5) && two.isValid(5)).isTrue();
            await(now -> increase(before, now, "connections") == 2);
        }
        await(now -> increase(before, now, "connections") == 0);
        if (engine == Engine.POSTGRESQL) {
            Jdbc.execute(sut, "CHECKPOINT");
            await(now -> increase(before, now, "checkpointsRequested") == 1);
        }
    }

    private static double value(Map<String, Double> values, String series) {
        return Objects.requireNonNull(values.get(series), series);
    }

    private static double increase(Map<String, Double> before, Map<String, Double> after, String series) {
        return value(after, series) - value(before, series);
    }

    private Map<String, Double> values() throws Exception {
        samples++;
        return source.sample().stream().collect(Collectors.toMap(Sample::series, Sample::value));
    }

    /** Samples until the condition is true, and returns the last sample. */
    private Map<String, Double> await(Predicate<Map<String, Double>> condition) throws Exception {
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            Map<String, Double> now = values();
            if (condition.test(now)) {
                return now;
            }
            assertThat(System.nanoTime()).as("%s", now).isLessThan(deadlineNanos);
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }
}
