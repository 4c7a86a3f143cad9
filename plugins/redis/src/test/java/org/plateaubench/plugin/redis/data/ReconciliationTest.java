// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.TestParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.plugin.redis.service.RedisConsole;
import org.plateaubench.plugin.redis.service.RedisPlace;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** What was sent is held against what a real server has counted. */
class ReconciliationTest {
    private final TestParameters parameters = new TestParameters();
    private final Sent sent = new Sent(new HashMap<>());
    private TestRedis server;
    private RedisDataSet data;

    /** What a run says it has sent. */
    private record Sent(Map<String, Long> counts) implements SentTotals {
        void add(String name, long amount) {
            counts.merge(name, amount, Long::sum);
        }

        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return counts.getOrDefault(operation + outcome, 0L);
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
                1, "cache", parameters.build(), server.place().address("cache"), 2, 42));
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** Does so many reads and writes as a run would, and counts them. */
    private void run(int reads, int writes) throws Exception {
        ValueText values = new ValueText(parameters.sizes, 42);
        sent.add(RedisMeasure.CONNECTIONS.title(), 1);
        try (RedisConsole console =
                RedisConsole.open(server.place(), server.place().nodes().getFirst())) {
            for (int i = 0; i < reads; i++) {
                console.ask("GET", "test:s:%012d".formatted(i));
            }
            for (int i = 0; i < writes; i++) {
                console.ask(
                        "SET", "test:s:%012d".formatted(i), new String(values.bytes(i, 0), StandardCharsets.US_ASCII));
            }
        }
        sent.add("get" + OutcomeKind.OK, reads);
        sent.add("set" + OutcomeKind.OK, writes);
    }

    private Map<String, Reconciliation> rows() throws Exception {
        Map<String, Reconciliation> rows = new HashMap<>();
        data.reconcile(sent).forEach(row -> rows.put(row.what(), row));
        return rows;
    }

    @Test
    void whatWasSentIsWhatTheServerCounted() throws Exception {
        run(30, 10);
        assertThat(rows())
                .containsEntry("commands get", new Reconciliation("commands get", 30, 30, 0))
                .containsEntry("commands set", new Reconciliation("commands set", 10, 10, 0))
                .containsEntry("keys of the servers", new Reconciliation("keys of the servers", 51, 51, 0))
                .hasSize(4)
                .allSatisfy((what, row) -> assertThat(row.isMet()).as(what).isTrue());
    }

    @Test
    void aCommandThatWasSentTwiceOrNeverIsFound() throws Exception {
        run(30, 10);
        sent.add("get" + OutcomeKind.OK, -1);
        sent.add("set" + OutcomeKind.OK, 1);
        assertThat(rows().get("commands get")).matches(row -> !row.isMet(), "too many");
        assertThat(rows().get("commands set")).matches(row -> !row.isMet(), "too few");
    }

    @Test
    void errorsAreTheAllowance() throws Exception {
        run(30, 10);
        sent.add("get" + OutcomeKind.OK, -3);
        sent.add("get" + OutcomeKind.ERROR, 2);
        sent.add("get" + OutcomeKind.ABANDONED, 1);
        assertThat(rows().get("commands get")).isEqualTo(new Reconciliation("commands get", 27, 30, 3));
    }

    @Test
    void othersOnTheServerVoidNothingAndStillNothingMayBeMissing() throws Exception {
        run(30, 10);
        for (int i = 0; i < 20; i++) {
            server.ask("GET", "theirs");
        }
        Reconciliation gets =
                Objects.requireNonNull(rows().get("commands get, at least, since others may use the servers"));
        assertThat(gets.isMet()).isTrue();
        sent.add("get" + OutcomeKind.OK, 200);
        assertThat(rows().get("commands get, at least, since others may use the servers"))
                .matches(row -> !row.isMet(), "some were never sent");
    }

    @Test
    void aClientThatWasThereAllTheTimeIsSeen() throws Exception {
        RedisPlace place = server.place();
        try (RedisConsole other = RedisConsole.open(place, place.nodes().getFirst())) {
            run(30, 10);
            other.ask("GET", "theirs");
            assertThat(rows().values()).allMatch(Reconciliation::isMet).hasSize(3);
        }
    }

    @Test
    void aServerThatWasStartedAnewHasNothingToCompare() throws Exception {
        run(30, 10);
        server.kill();
        server.restart();
        Map<String, Reconciliation> rows = rows();
        assertThat(rows.values()).singleElement().matches(Reconciliation::isMet, "is no difference");
        assertThat(rows.keySet()).allMatch(what -> what.startsWith("servers that were started anew"));
    }

    @Test
    void aValueThatIsNotTheOneWrittenIsFound() throws Exception {
        for (int i = 0; i < 50; i++) {
            server.ask("SETRANGE", "test:s:%012d".formatted(i), "3", "!");
        }
        assertThat(List.copyOf(rows().values())).anyMatch(row -> !row.isMet());
    }
}
