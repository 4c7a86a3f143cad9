// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.Reconciler.KeySample;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.command.ExpectedKeys;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.TestParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/** Compares the sent commands with the counts of a real server. */
class ReconciliationTest {
    private static final String BEFORE_LOAD = "sampled keys that existed before the load";
    private static final String WRITTEN = "sampled keys written in the run";
    private static final String READS = "reads of keys that must exist";

    private final TestParameters parameters = new TestParameters();
    private final Sent sent = new Sent(new HashMap<>(), new HashSet<>(), 1);
    private TestRedis server;
    private RedisDataSet data;

    /** The requests that a run reports as sent. */
    private record Sent(Map<String, Long> counts, Set<Long> written, double share) implements SentTotals {
        void add(String name, long amount) {
            counts.merge(name, amount, Long::sum);
        }

        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return counts.getOrDefault(operation + outcome, 0L);
        }

        @Override
        public Acknowledged.Sample acknowledged(String kind) {
            return kind.equals(ExpectedKeys.KIND) ? new Acknowledged.Sample(written, share) : Acknowledged.Sample.EMPTY;
        }

        @Override
        public long counter(String name) {
            return counts.getOrDefault(name, 0L);
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = TestRedis.start();
        parameters.keySpace = 50;
        data = new RedisDataSet(new WorkloadContext<>(
                1, "cache", parameters.build(), server.address().toSutAddress("cache"), 2, 42));
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private static void assertNumbers(Reconciliation row, long expected, long actual, long uncertain) {
        assertThat(List.of(row.expected(), row.actual(), row.uncertain()))
                .as(row.toString())
                .containsExactly(expected, actual, uncertain);
    }

    /** The number of different keys that the data seed selects for the check. */
    private long chosenKeys() throws IOException {
        DataLocations locations =
                DataLocations.of(server.address(), parameters.build(), new ValueText(parameters.sizes, 42));
        return KeySample.choose(locations, 42).size();
    }

    /** Executes this number of reads and writes as a run does, and counts them. */
    private void run(int reads, int writes) throws Exception {
        ValueText values = new ValueText(parameters.sizes, 42);
        sent.add(RedisMeasure.CONNECTIONS.title(), 1);
        try (RedisConnection admin =
                RedisConnection.open(server.address(), server.address().nodes().getFirst())) {
            for (int i = 0; i < reads; i++) {
                admin.execute("GET", "test:s:%012d".formatted(i));
            }
            for (int i = 0; i < writes; i++) {
                admin.execute(
                        "SET", "test:s:%012d".formatted(i), new String(values.bytes(i, 0), StandardCharsets.US_ASCII));
                sent.written().add((long) i);
            }
        }
        sent.add("get" + OutcomeKind.OK, reads);
        sent.add(RedisMeasure.HITS.title(), reads);
        sent.add("set" + OutcomeKind.OK, writes);
    }

    private Map<String, Reconciliation> rows() throws Exception {
        Map<String, Reconciliation> rows = new HashMap<>();
        data.reconcile(sent).forEach(row -> rows.put(row.what(), row));
        return rows;
    }

    @Test
    void serverCountsMatchSentCommands() throws Exception {
        run(30, 10);
        assertThat(rows())
                .hasEntrySatisfying("commands get", row -> assertNumbers(row, 30, 30, 0))
                .hasEntrySatisfying("commands set", row -> assertNumbers(row, 10, 10, 0))
                .hasEntrySatisfying("keys of the servers", row -> assertNumbers(row, 51, 51, 0))
                .containsEntry(BEFORE_LOAD, Reconciliation.items(BEFORE_LOAD, chosenKeys(), chosenKeys(), 0))
                .containsEntry(WRITTEN, Reconciliation.items(WRITTEN, 10, 10, 0))
                .containsEntry(READS, Reconciliation.items(READS, 30, 30, 0))
                .hasSize(7)
                .allSatisfy((what, row) -> assertThat(row.isMet()).as(what).isTrue());
    }

    @Test
    void duplicateAndMissingCommandsAreFound() throws Exception {
        run(30, 10);
        sent.add("get" + OutcomeKind.OK, -1);
        sent.add("set" + OutcomeKind.OK, 1);
        Map<String, Reconciliation> rows = rows();
        assertThat(rows.get("commands get")).matches(row -> !row.isMet(), "too many");
        assertThat(rows.get("commands set")).matches(row -> !row.isMet(), "too few");
    }

    @Test
    void failedCommandsWidenTheAllowance() throws Exception {
        run(30, 10);
        sent.add("get" + OutcomeKind.OK, -3);
        sent.add("get" + OutcomeKind.ERROR, 2);
        sent.add("get" + OutcomeKind.ABANDONED, 1);
        assertNumbers(Objects.requireNonNull(rows().get("commands get")), 27, 30, 3);
    }

    @Test
    void otherClientsAllowExtraButNoMissingCommands() throws Exception {
        run(30, 10);
        for (int i = 0; i < 20; i++) {
            server.execute("GET", "theirs");
        }
        Reconciliation gets =
                Objects.requireNonNull(rows().get("commands get, at least, since other clients may use the servers"));
        assertThat(gets.isMet()).isTrue();
        sent.add("get" + OutcomeKind.OK, 200);
        assertThat(rows().get("commands get, at least, since other clients may use the servers"))
                .matches(row -> !row.isMet(), "commands are missing");
    }

    @Test
    void otherConnectedClientIsDetected() throws Exception {
        RedisAddress address = server.address();
        try (RedisConnection other =
                RedisConnection.open(address, address.nodes().getFirst())) {
            run(30, 10);
            other.execute("GET", "theirs");
            assertThat(rows().values()).allMatch(Reconciliation::isMet).hasSize(6);
        }
    }

    /** Missing keys must count too: comparing only existing keys would find no difference. */
    @Test
    void writesLostByRestartAreReported() throws Exception {
        List<SutIncarnation> first = data.incarnations();
        assertThat(data.incarnations()).extracting(SutIncarnation::identity).containsExactly(identity(first));
        run(30, 10);
        server.kill();
        server.restart();
        sent.add(RedisMeasure.LOST_READS.title(), 7_787);
        Map<String, Reconciliation> rows = rows();
        assertThat(rows.get(BEFORE_LOAD)).isEqualTo(Reconciliation.items(BEFORE_LOAD, chosenKeys(), 0, 0));
        assertThat(rows.get(WRITTEN)).isEqualTo(Reconciliation.items(WRITTEN, 10, 0, 0));
        assertThat(rows.get(READS)).isEqualTo(Reconciliation.items(READS, 7_817, 30, 0));
        assertNumbers(Objects.requireNonNull(rows.get("keys of the servers")), 51, 0, 0);
        assertThat(Objects.requireNonNull(rows.get("commands of all kinds")).untested())
                .contains("restarted");
        assertThat(identity(data.incarnations())).isNotEqualTo(identity(first));
    }

    private static String identity(List<SutIncarnation> incarnations) {
        assertThat(incarnations).hasSize(1);
        return incarnations.getFirst().identity();
    }

    @Test
    void writesAreNotTestedAfterRestartWithEviction() throws Exception {
        server.execute("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        server.execute("CONFIG", "SET", "maxmemory", "100mb");
        data.verify();
        run(30, 10);
        server.kill();
        server.restart();
        assertThat(rows().get(WRITTEN)).matches(row -> row.untested().contains("evict"), "unknown because of eviction");
    }

    @Test
    void deletedKeyIsReportedWithoutRestart() throws Exception {
        run(30, 10);
        server.execute("DEL", "test:s:%012d".formatted(3));
        assertThat(rows().get(WRITTEN)).isEqualTo(Reconciliation.items(WRITTEN, 10, 9, 0));
    }

    @Test
    void expiredKeysWidenTheAllowance() throws Exception {
        run(30, 10);
        // A short time might be over when the server reads the command: it would delete the key without counting it.
        server.execute("PEXPIRE", "test:s:%012d".formatted(3), "200");
        while (server.number("EXISTS", "test:s:%012d".formatted(3)) > 0) {
            Thread.onSpinWait();
        }
        assertThat(rows().get(WRITTEN)).isEqualTo(Reconciliation.items(WRITTEN, 10, 9, 1));
    }

    /** Keys of another client that expire at the same time explain almost none of the difference. */
    @Test
    void writesLostByFlushAreReported() throws Exception {
        run(30, 10);
        for (int i = 0; i < 5; i++) {
            server.execute("SET", "theirs" + i, "1", "PX", "1");
        }
        while (server.number("DBSIZE") > 51) {
            Thread.onSpinWait();
        }
        server.execute("FLUSHALL");
        sent.add(RedisMeasure.LOST_READS.title(), 7_787);
        Map<String, Reconciliation> rows = rows();
        assertThat(List.of(BEFORE_LOAD, WRITTEN, READS))
                .allSatisfy(what -> assertThat(rows.get(what)).matches(row -> !row.isMet(), what));
        assertNumbers(Objects.requireNonNull(rows.get(READS)), 7_817, 30, 0);
    }

    /** Most keys were removed again, so the sample of remaining keys is nearly empty. */
    @Test
    void smallSampleIsTestedOnlyIfKeysAreLost() throws Exception {
        run(30, 10);
        Sent smallSample = new Sent(sent.counts(), Set.of(3L, 4L), 1.0 / 4096);
        assertThat(written(smallSample).untested()).contains("only 2 items of the sample are left");
        assertThat(written(new Sent(sent.counts(), Set.of(), 1.0 / 4096)).untested())
                .contains("only 0 items of the sample are left");
        server.execute("DEL", "test:s:%012d".formatted(3));
        assertThat(written(smallSample)).matches(row -> row.untested().isEmpty() && !row.isMet(), "one is gone");
    }

    private Reconciliation written(Sent totals) throws Exception {
        return data.reconcile(totals).stream()
                .filter(row -> row.what().equals(WRITTEN))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void wrongValueIsFound() throws Exception {
        for (int i = 0; i < 50; i++) {
            server.execute("SETRANGE", "test:s:%012d".formatted(i), "3", "!");
        }
        assertThat(List.copyOf(rows().values())).anyMatch(row -> !row.isMet());
    }
}
