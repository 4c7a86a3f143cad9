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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A short run of the store against a server that has a fault in the middle of it. */
final class DatabaseFaultRun implements AutoCloseable {
    static final int USERS = 8;
    /** Orders per second, one each 100 ms. */
    static final int RATE = 10;

    static final int STEADY_SECONDS = 10;
    /** Longer than any fault, so that operations outlast it. */
    static final int LONG_TIMEOUT_SECONDS = 10;

    static final String OPEN = "{ rate: " + RATE + "/s, arrival: regular, maxUsers: " + USERS + " }";
    /** Often enough to use up what room a file still holds, and not so often that two servers take the harness's time. */
    static final String CLOSED = "{ users: " + USERS + ", think: { fixed: 20ms } }";

    private static final String DEFAULT_MIX = "{}";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DatabaseServer server;
    private final LaunchedPlateau launched;
    private final RunFolder run;

    /** Starts a run of the default mix, and waits until it has been steady for an interval. */
    DatabaseFaultRun(DatabaseServer server, Path folder, String load) throws IOException {
        this(server, folder, server.port(), load, LONG_TIMEOUT_SECONDS, DEFAULT_MIX);
    }

    /** Likewise, to another port, with a timeout and parameters of its own. */
    DatabaseFaultRun(DatabaseServer server, Path folder, int port, String load, int timeoutSeconds, String parameters)
            throws IOException {
        this.server = server;
        Files.createDirectories(folder);
        Path file =
                Files.writeString(folder.resolve("run.yaml"), runFile(server, port, load, timeoutSeconds, parameters));
        launched = LaunchedPlateau.start(
                folder,
                Map.of("DB_PASSWORD", "plateau"),
                List.of(
                        "run",
                        file.toString(),
                        "--runs-dir",
                        Quickstart.runs(folder).toString()));
        run = Quickstart.awaitPhase(launched, folder, "steady");
        awaitIntervals(2);
    }

    private static String runFile(DatabaseServer server, int port, String load, int timeoutSeconds, String parameters) {
        return """
            run: { name: fault, seed: 42 }
            phases: { rampUp: 1s, steady: %ds, rampDown: 1s }
            suts:
              db: { service: %s, mode: external, url: "%s", user: plateau, password: "${env:DB_PASSWORD}" }
            workloads:
              store:
                plugin: dvdstore
                sut: db
                data: reset
                load: %s
                timeout: %ds
                parameters: %s
                # The fastest server does so much beside a fault that the usual limit would forgive it.
                qos: { "*": ["errors < 0.01%%"] }
            """.formatted(
                        STEADY_SECONDS,
                        server.product().name().toLowerCase(Locale.ROOT),
                        server.url(port),
                        load,
                        timeoutSeconds,
                        parameters);
    }

    /** Waits until so many more intervals are written. */
    void awaitIntervals(int more) {
        int written = intervals().size();
        await("the run writes no intervals", () -> intervals().size() >= written + more);
    }

    void await(String otherwise, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> otherwise + this, condition);
    }

    /** Whether no user was connected at the end of the latest interval. */
    boolean nobodyIsConnected() {
        return intervals().getLast().path("workloads").path(0).path("liveUsers").asInt() == 0;
    }

    /** How often an error of a class was seen so far, its text holding a part. */
    long seen(String errorClass, String part) {
        return errors().filter(error -> error.path("errorClass").asString().equals(errorClass)
                        && error.path("message").asString().contains(part))
                .mapToLong(error -> error.path("count").asLong())
                .max()
                .orElse(0);
    }

    Stream<JsonNode> errors() {
        return run.lines("errors.ndjson").stream();
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

    /** Waits for the end and holds what every run must: on time, complete, its books in order. */
    void end(int exitCode) throws InterruptedException {
        int code = launched.awaitExit(PATIENCE);
        // A machine too busy for the harness to see ends in time voids the run, which is not asked here.
        boolean isLate = code == 2 && launched.output().contains("cannot be trusted (completion lag)");
        assertThat(isLate ? exitCode : code).as(toString()).isEqualTo(exitCode);
        assertThat(run.json("result.json").path("status").asString()).isEqualTo("completed");
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

    /** What the result says of the comparisons with the server. */
    List<JsonNode> compared() {
        return StreamSupport.stream(
                        run.json("result.json").path("reconciliation").spliterator(), false)
                .toList();
    }

    /** Every arrival of the steady window came when it was due, whatever the server did. */
    void assertScheduleKept() {
        assertThat(unit().path("counts").path("intended").asLong()).isEqualTo(RATE * STEADY_SECONDS);
        assertThat(unit().path("counts").path("dropped").asLong()).isZero();
    }

    /** The last three seconds of the window were as if nothing had been. */
    void assertRecovered() {
        List<JsonNode> steady = intervals().subList(STEADY_SECONDS - 2, STEADY_SECONDS + 1);
        assertThat(steady).allSatisfy(interval -> {
            JsonNode workload = interval.path("workloads").path(0);
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
                .mapToInt(interval ->
                        interval.path("workloads").path(0).path("liveUsers").asInt())
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
                .mapToLong(interval -> interval.path("workloads")
                        .path(0)
                        .path("counters")
                        .path(name)
                        .asLong())
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
        return run.json("result.json").path("workloads").path(0);
    }

    /** What was compared with the tables after the run, by what it is. */
    List<JsonNode> reconciliations() {
        return run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("reconciliation"))
                .map(event -> event.path("details"))
                .toList();
    }

    private List<JsonNode> intervals() {
        return run.lines("intervals.ndjson");
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

    @Override
    public void close() {
        launched.close();
    }
}
