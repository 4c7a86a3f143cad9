// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.plugin.redis.client.RedisConnection;
import tools.jackson.databind.JsonNode;

/**
 * Faults of servers below Redis workloads under load. One run has all faults, each on separate servers and with both
 * clients, because the loads are light and a run takes long.
 */
@Tag("slow")
@Order(3)
@Isolated("its runs must be valid")
final class RedisRunsIT {
    private static final int STEADY_SECONDS = 8;
    private static final int RATE = 100;
    private static final int USERS = 6;
    private static final Duration STALL = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> CLIENTS = List.of("jedis", "loop");

    /** The faults of a SUT. */
    private enum Fault {
        /** Killed and started again, empty. */
        KILL(1),
        /** Killed and started again with all that it had acknowledged. */
        DURABLE(1),
        /** Stopped for two seconds. */
        STALL(1),
        /** The memory is full, and nothing is evicted. */
        MEMORY(1),
        /** One server of three is gone for good. */
        PART(3);

        private final int servers;

        Fault(int servers) {
            this.servers = servers;
        }

        List<String> directives() {
            return this == DURABLE ? List.of("appendonly yes", "appendfsync always") : List.of();
        }

        String sut() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @TempDir
    private static Path folder = Path.of("");

    private static final Map<Fault, List<OwnRedis>> SERVERS = new EnumMap<>(Fault.class);
    private static RunFolder run = new RunFolder(Path.of(""));
    private static String printed = "";
    private static double stallMs;
    private static double downSeconds;

    @BeforeAll
    static void runWithAllFaults() throws Exception {
        for (Fault fault : Fault.values()) {
            List<OwnRedis> servers = new ArrayList<>();
            for (int i = 1; i <= fault.servers; i++) {
                servers.add(started(fault, i, 0));
            }
            SERVERS.put(fault, servers);
        }
        Path file = Files.writeString(folder.resolve("run.yaml"), runFile());
        try (LaunchedPlateau launched = Quickstart.startFile(folder, LaunchedPlateau.AS_SHIPPED, file)) {
            run = Quickstart.awaitPhase(launched, folder, "steady");
            awaitIntervals(launched, 2);
            breakThings(launched);
            int code = launched.awaitExit(PATIENCE);
            printed = launched.everything();
            // Where the host is busy with something else too, the run is rightly invalid.
            assertThat(code).as(printed).isIn(1, 2);
        }
    }

    private static void breakThings(LaunchedPlateau launched) throws Exception {
        OwnRedis killed = servers(Fault.KILL).getFirst();
        OwnRedis stalled = servers(Fault.STALL).getFirst();
        LaunchedPlateau.signal(stalled.pid(), "STOP");
        long stoppedNanos = System.nanoTime();
        kill(killed);
        OwnRedis durable = servers(Fault.DURABLE).getFirst();
        kill(durable);
        kill(servers(Fault.PART).getLast());
        try (RedisConnection admin = servers(Fault.MEMORY).getFirst().admin()) {
            admin.ask("CONFIG", "SET", "maxmemory", "1");
        }
        awaitIntervals(launched, 1);
        servers(Fault.KILL).set(0, started(Fault.KILL, 1, killed.port()));
        servers(Fault.DURABLE).set(0, started(Fault.DURABLE, 1, durable.port()));
        downSeconds = (System.nanoTime() - stoppedNanos) / 1e9;
        Await.until(PATIENCE, () -> "no time passes", () -> System.nanoTime() - stoppedNanos >= STALL.toNanos());
        stallMs = (System.nanoTime() - stoppedNanos) / 1e6;
        LaunchedPlateau.signal(stalled.pid(), "CONT");
        try (RedisConnection admin = servers(Fault.MEMORY).getFirst().admin()) {
            admin.ask("CONFIG", "SET", "maxmemory", "0");
        }
    }

    private static OwnRedis started(Fault fault, int number, int port) throws Exception {
        return OwnRedis.start(folder.resolve(fault.sut() + number), port, fault.directives());
    }

    private static void kill(OwnRedis server) throws Exception {
        LaunchedPlateau.signal(server.pid(), "KILL");
        server.close();
    }

    private static void awaitIntervals(LaunchedPlateau launched, int more) {
        int written = run.intervals().size();
        Await.until(
                PATIENCE,
                () -> "the run writes no intervals" + launched.everything(),
                () -> run.intervals().size() >= written + more);
    }

    private static List<OwnRedis> servers(Fault fault) {
        return Objects.requireNonNull(SERVERS.get(fault));
    }

    private static String runFile() {
        StringBuilder text = new StringBuilder("""
            run: { name: faults, seed: 42 }
            phases: { rampUp: 1s, steady: %ds, rampDown: 1s }
            suts:
            """.formatted(STEADY_SECONDS));
        for (Fault fault : Fault.values()) {
            List<String> address = servers(fault).stream()
                    .map(server -> "\"127.0.0.1:" + server.port() + "\"")
                    .toList();
            text.append("  %s: { service: redis, mode: external, address: [%s] }\n"
                    .formatted(fault.sut(), String.join(", ", address)));
        }
        text.append("workloads:\n");
        for (Fault fault : Fault.values()) {
            for (String client : CLIENTS) {
                text.append("""
                      %s-%s:
                        plugin: redis
                        sut: %s
                        data: reload
                        load: { rate: %d/s, arrival: regular, maxUsers: %d }
                        timeout: 10s
                        parameters: { client: %s, keySpace: 1000, prefix: "%s:" }
                    """.formatted(fault.sut(), client, fault.sut(), RATE, USERS, client, client));
            }
        }
        return text.toString();
    }

    @AfterAll
    static void stop() throws Exception {
        for (List<OwnRedis> servers : SERVERS.values()) {
            for (OwnRedis server : servers) {
                server.close();
            }
        }
    }

    private static JsonNode workload(Fault fault, String client) {
        return StreamSupport.stream(run.json("result.json").path("workloads").spliterator(), false)
                .filter(workload -> workload.path("name").asString().equals(fault.sut() + "-" + client))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> errorClasses(JsonNode workload) {
        Set<String> names = new TreeSet<>();
        names.addAll(workload.path("all").path("errorsByClass").propertyNames());
        return names;
    }

    private static String said(JsonNode workload) {
        return workload + printed + "\n--- errors\n" + run.lines("errors.ndjson");
    }

    private static long count(JsonNode workload, String name) {
        return workload.path("all").path("figures").path(name).asLong();
    }

    @Test
    void everyArrivalIsInTheBooksAndNoFaultIsTheHarnesss() {
        JsonNode result = run.json("result.json");
        assertThat(result.path("status").asString()).isEqualTo("completed");
        assertThat(result.path("reasons"))
                .filteredOn(reason -> reason.path("severity").asString().equals("invalid"))
                .allSatisfy(reason ->
                        assertThat(reason.path("rule").asString()).as(printed).startsWith("M16"));
        assertThat(result.path("reasons"))
                .anySatisfy(
                        reason -> assertThat(reason.path("severity").asString()).isEqualTo("fail"));
        for (JsonNode workload : result.path("workloads")) {
            assertThat(count(workload, "intended")).as(said(workload)).isEqualTo((long) RATE * STEADY_SECONDS);
            assertThat(count(workload, "ok")
                            + count(workload, "errors")
                            + count(workload, "abandoned")
                            + count(workload, "dropped"))
                    .isEqualTo(count(workload, "intended"));
        }
    }

    /** It comes back empty, so that reads of keys that must exist are errors from then on, and no others. */
    @Test
    void aServerThatIsKilledAndComesBackIsUsedAgain() {
        for (String client : CLIENTS) {
            JsonNode workload = workload(Fault.KILL, client);
            assertThat(errorClasses(workload))
                    .as(said(workload))
                    .contains("missing-value")
                    .isSubsetOf("connection-lost", "connection-refused", "not-connected", "missing-value");
            assertRecovered(Fault.KILL, client, "missing-value");
        }
        for (String client : CLIENTS) {
            JsonNode workload = workload(Fault.DURABLE, client);
            // Down for a second or two; back-off between attempts adds less than that.
            assertThat(count(workload, "errors") / (double) RATE)
                    .as(said(workload))
                    .isLessThan(downSeconds + 2);
            assertRecovered(Fault.DURABLE, client);
        }
    }

    private static List<JsonNode> compared(Fault fault, String client) {
        return StreamSupport.stream(
                        run.json("result.json").path("reconciliation").spliterator(), false)
                .filter(row -> row.path("scope").asString().equals("1/" + fault.sut() + "-" + client))
                .toList();
    }

    private static JsonNode compared(Fault fault, String client, String what) {
        return compared(fault, client).stream()
                .filter(row -> row.path("what").asString().equals(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + what + " in " + compared(fault, client)));
    }

    /** By their run ids: those that were stopped, refused or never came back are none. */
    @Test
    void eachServerThatWasReplacedBehindItsPortIsAnEvent() {
        List<JsonNode> events = run.lines("telemetry.ndjson").stream()
                .filter(sample -> List.of("restart", "failover")
                        .contains(sample.path("series").asString("")))
                .toList();
        assertThat(events)
                .extracting(event -> event.path("source").asString())
                .containsExactlyInAnyOrder("sut/kill", "sut/durable");
        assertThat(events).allSatisfy(event -> {
            assertThat(event.path("series").asString()).isEqualTo("restart");
            assertThat(event.path("unit").asString()).isEqualTo("ms of an event");
            assertThat(event.path("value").asDouble()).isPositive();
        });
    }

    @Test
    void aServerThatComesBackEmptyHasLostWhatItAcknowledgedAndTheRunFails() {
        for (String client : CLIENTS) {
            JsonNode before = compared(Fault.KILL, client, "sampled keys that were there before the load");
            assertThat(before.path("state").asString()).as(before.toString()).isEqualTo("violated");
            assertThat(before.path("found").asLong())
                    .isLessThan(before.path("expected").asLong());
            assertThat(compared(Fault.KILL, client, "sampled keys that were written in the run")
                            .path("cause")
                            .asString())
                    .isEqualTo("sut");
            JsonNode reads = compared(Fault.KILL, client, "reads that found the keys that must exist");
            assertThat(reads.path("found").asLong())
                    .as(reads.toString())
                    .isLessThan(reads.path("expected").asLong());
            assertThat(compared(Fault.KILL, client, "commands of all kinds")
                            .path("reason")
                            .asString())
                    .contains("restarted");
            assertThat(run.json("result.json").path("reasons"))
                    .filteredOn(reason -> reason.path("rule").asString().equals("M22-reconciliation")
                            && reason.path("scope").asString().equals("1/kill-" + client))
                    .anySatisfy(reason ->
                            assertThat(reason.path("severity").asString()).isEqualTo("fail"));
        }
    }

    @Test
    void aServerThatComesBackWithItsDataIsBelievedKeyByKeyOnly() {
        for (String client : CLIENTS) {
            assertThat(compared(Fault.DURABLE, client)).isNotEmpty().allSatisfy(row -> {
                boolean bySum = row.path("what").asString().matches("commands.*|keys of the servers");
                assertThat(row.path("state").asString()).as(row + printed).isEqualTo(bySum ? "not-tested" : "ok");
            });
            assertThat(compared(Fault.DURABLE, client, "sampled keys that were written in the run")
                            .path("found")
                            .asLong())
                    .isPositive();
        }
    }

    @Test
    void aServerThatStandsStillForTwoSecondsShowsInTheResponseTimeAndNowhereElse() {
        for (String client : CLIENTS) {
            JsonNode workload = workload(Fault.STALL, client);
            assertThat(errorClasses(workload)).as(said(workload)).isEmpty();
            JsonNode times = workload.path("all").path("figures");
            assertThat(times.path("max").asDouble()).as(said(workload)).isBetween(stallMs - 50, stallMs + 2_000);
            // Of all arrivals a quarter came while it stood still, and waited for what was left of that.
            assertThat(times.path("p90").asDouble()).as(said(workload)).isGreaterThan(0.4 * stallMs);
            assertThat(times.path("p50").asDouble()).isLessThan(500);
            assertRecovered(Fault.STALL, client);
        }
    }

    @Test
    void aServerWithoutMemoryRefusesWritesOnly() {
        for (String client : CLIENTS) {
            JsonNode workload = workload(Fault.MEMORY, client);
            assertThat(errorClasses(workload)).as(said(workload)).containsExactly("oom");
            for (JsonNode operation : workload.path("operations")) {
                if (operation.path("name").asString().equals("get")) {
                    assertThat(operation.path("figures").path("errors").asLong())
                            .isZero();
                }
            }
            assertRecovered(Fault.MEMORY, client);
        }
    }

    @Test
    void whereOneServerOfThreeIsGoneTheOthersGoOn() {
        for (String client : CLIENTS) {
            JsonNode workload = workload(Fault.PART, client);
            assertThat(errorClasses(workload))
                    .as(said(workload))
                    .isNotEmpty()
                    .isSubsetOf("connection-lost", "connection-refused", "not-connected");
            assertThat(count(workload, "ok")).as(said(workload)).isGreaterThan(RATE * STEADY_SECONDS / 2);
        }
    }

    /** Checks that the last two seconds of the window show no effect of the fault but errors of the given classes. */
    private static void assertRecovered(Fault fault, String client, String... lasting) {
        long fromNanos = (STEADY_SECONDS - 1) * 1_000_000_000L;
        long ok = 0;
        for (JsonNode interval : run.intervals()) {
            if (interval.path("startNanos").asLong() >= fromNanos) {
                for (JsonNode line : lines(interval, fault.sut() + "-" + client)) {
                    long errors = line.path("counts").path("errors").asLong();
                    for (String one : lasting) {
                        errors -= line.path("errorsByClass").path(one).asLong();
                    }
                    assertThat(errors).as(line + printed).isZero();
                    ok += line.path("counts").path("ok").asLong();
                }
            }
        }
        assertThat(ok).as(printed).isGreaterThanOrEqualTo(lasting.length == 0 ? RATE : 1);
    }

    private static JsonNode lines(JsonNode interval, String workload) {
        return StreamSupport.stream(interval.path("workloads").spliterator(), false)
                .filter(each -> each.path("workload").asString().equals(workload))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no workload in " + interval))
                .path("lines");
    }
}
