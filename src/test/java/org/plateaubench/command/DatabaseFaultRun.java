// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A short run of the store's workload against servers of different products, with a fault in the middle. Each server is
 * driven by a workload with the name of its product. All may be used at once, each by its own thread.
 */
final class DatabaseFaultRun {
    static final int USERS = 8;
    /** Orders per second, one each 100 ms. */
    static final int RATE = 10;

    static final int STEADY_SECONDS = 10;

    /**
     * The load of a server.
     *
     * @param timeoutSeconds timeout of an operation
     */
    record Load(String users, int timeoutSeconds, String parameters) {
        /** Regular arrivals; operations outlast any fault. */
        static final Load OPEN =
                new Load("{ rate: " + RATE + "/s, arrival: regular, maxUsers: " + USERS + " }", 10, "{}");
        /**
         * Mostly writes, often enough to fill the free space of a file, but not so often that two servers delay the
         * harness.
         */
        static final Load WRITES = new Load(
                "{ users: " + USERS + ", think: { fixed: 20ms } }",
                10,
                "{ newCustomerPercent: 100, searches: 1, lineItems: 10 }");
        /** Operations that end in the midst of a fault. */
        static final Load IMPATIENT = new Load(OPEN.users, 1, "{ newCustomerPercent: 100 }");
    }

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DatabaseServer server;
    private final LaunchedPlateau launched;
    private final RunFolder run;

    private DatabaseFaultRun(DatabaseServer server, LaunchedPlateau launched, RunFolder run) {
        this.server = server;
        this.launched = launched;
        this.run = run;
    }

    /** Starts a run of all servers, each at the port that is given for it, and waits until it has been steady for an interval. */
    static List<DatabaseFaultRun> start(
            Path folder, List<DatabaseServer> servers, ToIntFunction<DatabaseServer> port, Load load)
            throws IOException {
        StringBuilder suts = new StringBuilder();
        StringBuilder workloads = new StringBuilder();
        for (DatabaseServer server : servers) {
            suts.append("""
                  %1$s: { service: %1$s, mode: external, url: "%2$s", user: plateau, password: "${env:DB_PASSWORD}" }
                """.formatted(name(server), server.url(port.applyAsInt(server))));
            workloads.append("""
                  %1$s:
                    plugin: dvdstore
                    sut: %1$s
                    data: reset
                    load: %2$s
                    timeout: %3$ds
                    parameters: %4$s
                    # The fastest server does so much beside a fault that the usual limit would forgive it.
                    qos: { "*": ["errors < 0.01%%"] }
                """.formatted(name(server), load.users(), load.timeoutSeconds(), load.parameters()));
        }
        Path file = Files.writeString(folder.resolve("run.yaml"), """
            run: { name: fault, seed: 42 }
            phases: { rampUp: 1s, steady: %ds, rampDown: 1s }
            suts:
            %sworkloads:
            %s""".formatted(STEADY_SECONDS, suts, workloads));
        LaunchedPlateau launched = Quickstart.startFile(folder, Map.of("DB_PASSWORD", "plateau"), file);
        RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
        List<DatabaseFaultRun> each = servers.stream()
                .map(server -> new DatabaseFaultRun(server, launched, run))
                .toList();
        each.getFirst().awaitIntervals(2);
        return each;
    }

    private static String name(DatabaseServer server) {
        return server.product().name().toLowerCase(Locale.ROOT);
    }

    DatabaseServer server() {
        return server;
    }

    /** Waits until so many more intervals are written. */
    void awaitIntervals(int more) {
        int written = run.lines("intervals.ndjson").size();
        await("the run writes no intervals", () -> run.lines("intervals.ndjson").size() >= written + more);
    }

    void await(String otherwise, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> otherwise + this, condition);
    }

    /** Whether no user was connected at the end of the latest interval. */
    boolean nobodyIsConnected() {
        return intervals().getLast().path("liveUsers").asInt() == 0;
    }

    /** The number of errors of a class so far whose text contains a part. */
    long seen(String errorClass, String part) {
        return errors().filter(error -> error.path("errorClass").asString().equals(errorClass)
                        && error.path("message").asString().contains(part))
                .mapToLong(error -> error.path("count").asLong())
                .max()
                .orElse(0);
    }

    Stream<JsonNode> errors() {
        return run.lines("errors.ndjson").stream()
                .filter(error -> error.path("scope").asString().equals(scope()));
    }

    /** Distinct texts of an error of an operation. */
    Set<String> texts(String operation, String errorClass) {
        return texts(Set.of(operation), errorClass);
    }

    /** The distinct texts of the errors of a class that any of some operations ended with. */
    Set<String> texts(Set<String> operations, String errorClass) {
        Set<String> texts = new TreeSet<>();
        errors().filter(error -> operations.contains(error.path("operation").asString())
                        && error.path("errorClass").asString().equals(errorClass))
                .forEach(error -> texts.add(error.path("message").asString()));
        return texts;
    }

    /**
     * Waits for the end and checks what is required of every run: it must be on time, complete and reconciled, and this
     * workload must have failed.
     */
    void end() throws InterruptedException {
        int code = launched.awaitExit(PATIENCE);
        // A machine that is too busy for the harness to see ends in time makes the run invalid, which does not matter
        // here.
        boolean isLate = code == 2
                && stream(run.json("result.json").path("reasons"))
                        .filter(reason -> reason.path("severity").asString().equals("invalid"))
                        .allMatch(reason -> reason.path("rule").asString().startsWith("M16"));
        assertThat(isLate ? 1 : code).as(toString()).isEqualTo(1);
        assertThat(run.json("result.json").path("status").asString()).isEqualTo("completed");
        assertThat(stream(run.json("result.json").path("reasons"))
                        .filter(reason -> reason.path("workload").asString("").equals(name(server)))
                        .map(reason -> reason.path("severity").asString()))
                .as(toString())
                .contains("fail");
        long drain = eventNanos("phase", "\"drain\"");
        assertThat(drain).isEqualTo((STEADY_SECONDS + 2) * 1_000_000_000L);
        assertThat(eventNanos("run-ended", "") - drain).as(toString()).isLessThan(3_000_000_000L);
        JsonNode counts = unit().path("counts");
        assertThat(counts.path("ok").asLong()
                        + counts.path("declined").asLong()
                        + counts.path("errors").asLong()
                        + counts.path("abandoned").asLong()
                        + counts.path("dropped").asLong())
                .isEqualTo(counts.path("intended").asLong());
        assertThat(reconciliations())
                .hasSize(11)
                .allSatisfy(row -> assertThat(row.path("met").asBoolean())
                        .as(row.toString())
                        .isTrue());
        assertThat(reconciliations())
                .filteredOn(row -> row.path("things").asBoolean())
                .extracting(row -> row.path("what").asString())
                .containsExactly("sampled orders by their number", "sampled customers by their number");
    }

    /** The comparisons with the server in the result. */
    List<JsonNode> compared() {
        return stream(run.json("result.json").path("reconciliation"))
                .filter(row -> row.path("workload").asString().equals(name(server)))
                .toList();
    }

    /** Checks that every arrival of the steady window was on time, independent of the server. */
    void assertScheduleKept() {
        assertThat(unit().path("counts").path("intended").asLong()).isEqualTo(RATE * STEADY_SECONDS);
        assertThat(unit().path("counts").path("dropped").asLong()).isZero();
    }

    /** Checks that the last three seconds of the window show no effect of the fault. */
    void assertRecovered() {
        List<JsonNode> steady = intervals().subList(STEADY_SECONDS - 2, STEADY_SECONDS + 1);
        assertThat(steady).allSatisfy(workload -> {
            assertThat(workload.path("liveUsers").asInt()).as(toString()).isEqualTo(USERS);
            assertThat(workload.path("queued").asInt()).isZero();
            JsonNode line = line(workload, "order");
            assertThat(line.path("ok").asInt() + line.path("declined").asInt())
                    .as(toString())
                    .isGreaterThanOrEqualTo(RATE - 1);
            assertThat(line.path("errors").asInt()).isZero();
        });
    }

    private static JsonNode line(JsonNode workload, String name) {
        return stream(workload.path("lines"))
                .filter(line -> line.path("line").asString().equals(name)
                        && line.path("window").asString().equals("steady"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + workload));
    }

    /** Fewest users that were connected at the end of an interval. */
    int fewestUsers() {
        return intervals().subList(2, STEADY_SECONDS + 1).stream()
                .mapToInt(workload -> workload.path("liveUsers").asInt())
                .min()
                .orElseThrow();
    }

    /** Classes of the errors of all operations. */
    Set<String> errorClasses() {
        Set<String> names = new TreeSet<>();
        names.addAll(workload().path("all").path("errorsByClass").propertyNames());
        return names;
    }

    long errors(String errorClass) {
        return workload().path("all").path("errorsByClass").path(errorClass).asLong();
    }

    /** A counter of the plugin over the whole run. */
    long counter(String name) {
        return intervals().stream()
                .mapToLong(workload -> workload.path("counters").path(name).asLong())
                .sum();
    }

    /** The orders, from login to purchase. */
    JsonNode unit() {
        return stream(workload().path("operations"))
                .filter(operation -> operation.path("kind").asString().equals("unit"))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode workload() {
        return stream(run.json("result.json").path("workloads"))
                .filter(each -> each.path("name").asString().equals(name(server)))
                .findFirst()
                .orElseThrow();
    }

    /** The comparisons with the tables after the run, by the compared quantity. */
    List<JsonNode> reconciliations() {
        return run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("reconciliation")
                        && event.path("scope").asString().equals(scope()))
                .map(event -> event.path("details"))
                .toList();
    }

    /** Its part of each interval so far. */
    private List<JsonNode> intervals() {
        return run.lines("intervals.ndjson").stream()
                .flatMap(interval -> stream(interval.path("workloads")))
                .filter(each -> each.path("workload").asString().equals(name(server)))
                .toList();
    }

    private String scope() {
        return "1/" + name(server);
    }

    private long eventNanos(String type, String part) {
        return run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals(type)
                        && event.toString().contains(part))
                .findFirst()
                .orElseThrow()
                .path("runNanos")
                .asLong();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    @Override
    public String toString() {
        return launched.everything() + "\n--- errors\n" + errors().toList() + "\n--- server\n" + server.log();
    }

    /** Ends the run, of all servers. */
    void close() {
        launched.close();
    }
}
