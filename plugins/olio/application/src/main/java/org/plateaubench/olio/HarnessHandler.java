// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.Database.StoreException;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.HarnessJson;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.DataDescription;

/**
 * The requests of the harness, below {@code /harness}: loading, resetting and clearing the data, and its state.
 * Requests without the right token are refused. A request starts work, whose state is then polled. Thread-safe.
 */
final class HarnessHandler extends Handler.Abstract {
    static final String ROOT = "/harness/";

    /** Process and instant, which differ for each start. */
    private static final String STARTED = "process " + ProcessHandle.current().pid() + " since "
            + Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());

    private static final long MEBIBYTE = 1L << 20;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Parts parts;

    /** The parts of the application that requests of the harness read or change. */
    record Parts(
            ApplicationSettings settings,
            InstantSource clock,
            Database database,
            Loader loader,
            DataOperation data,
            Sessions sessions,
            StatisticsHandler counting) {}

    private record Answer(int status, String json) {}

    HarnessHandler(Parts parts) {
        this.parts = parts;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        if (!path.startsWith(ROOT)) {
            return false;
        }
        Answer answer = answer(request, path);
        byte[] json = answer.json.getBytes(StandardCharsets.UTF_8);
        response.setStatus(answer.status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, json.length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(json), callback);
        return true;
    }

    private Answer answer(Request request, String path) {
        if (!isCorrect(request.getHeaders().get(ApplicationSettings.TOKEN_HEADER))) {
            return problem(
                    HttpStatus.FORBIDDEN_403,
                    "the request does not have the token of the harness that started the application");
        }
        Fields parameters = Request.extractQueryParameters(request);
        try {
            return switch (request.getMethod() + " " + path.substring(ROOT.length())) {
                case "GET state" -> ok(parts.data.state(STARTED));
                case "GET counts" -> ok(parts.loader.counts());
                case "GET foreign" -> ok(parts.loader.foreign(Change.valueOf(Exchange.value(parameters, "change"))));
                case "GET found" -> ok(Map.of("found", found(parameters)));
                case "GET settings" -> ok(settings());
                case "GET description" -> ok(description());
                case "GET metrics" -> ok(metrics());
                case "POST mark" -> {
                    parts.loader.mark(DataMarker.ofText(Exchange.value(parameters, "marker"))
                            .orElseThrow(() -> new IllegalArgumentException("the marker is malformed")));
                    yield ok(parts.data.state(STARTED));
                }
                case "POST load" -> {
                    Scale scale = new Scale(Integer.parseInt(Exchange.value(parameters, "concurrentUsers")));
                    long seed = Long.parseLong(Exchange.value(parameters, "seed"));
                    yield begin(() ->
                            parts.loader.load(scale, seed, LocalDate.ofInstant(parts.clock.instant(), ZoneOffset.UTC)));
                }
                case "POST reset" -> begin(parts.loader::reset);
                case "POST clear" -> begin(parts.loader::clear);
                default ->
                    problem(HttpStatus.NOT_FOUND_404, "the harness has no request " + request.getMethod() + " " + path);
            };
        } catch (IllegalArgumentException e) {
            return problem(HttpStatus.BAD_REQUEST_400, "a value of the request is not allowed: " + e.getMessage());
        } catch (StoreException e) {
            return problem(HttpStatus.INTERNAL_SERVER_ERROR_500, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether a request has the right token; if the configured one is empty, no request has it. */
    private boolean isCorrect(@Nullable String sent) {
        byte[] token = parts.settings.token().getBytes(StandardCharsets.UTF_8);
        return token.length > 0 && sent != null && MessageDigest.isEqual(token, sent.getBytes(StandardCharsets.UTF_8));
    }

    private Answer begin(DataOperation.Step work) {
        return parts.data.begin(work)
                ? new Answer(HttpStatus.ACCEPTED_202, HarnessJson.write(parts.data.state(STARTED)))
                : problem(HttpStatus.CONFLICT_409, "other work on the data is in progress");
    }

    private long found(Fields parameters) {
        List<Long> identities = Arrays.stream(
                        Exchange.value(parameters, "identities").split(","))
                .map(Long::valueOf)
                .toList();
        return parts.loader.countExisting(ConfirmedKind.valueOf(Exchange.value(parameters, "kind")), identities);
    }

    private static Answer ok(Object message) {
        return new Answer(HttpStatus.OK_200, HarnessJson.write(message));
    }

    private static Answer problem(int status, String message) {
        return new Answer(status, HarnessJson.write(Map.of("failure", message)));
    }

    private Map<String, Object> settings() {
        @Nullable String version = HarnessHandler.class.getPackage().getImplementationVersion();
        return Map.of(
                "version",
                version == null ? "unversioned" : version,
                "java",
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                "heapMebibytes",
                Runtime.getRuntime().maxMemory() / MEBIBYTE,
                "database",
                parts.database.product(),
                "databasePlace",
                parts.settings.databaseUrl().isEmpty() ? "own file" : "server",
                "connections",
                parts.settings.connections());
    }

    private Map<String, String> description() {
        DataDescription described = parts.database.execute("describing the data", DatabaseDescription::of);
        Map<String, String> description = new TreeMap<>(described.facts());
        description.put("servers", String.join("\n", described.servers()));
        description.put("doubts", String.join("\n", described.doubts()));
        return description;
    }

    /** Returns counters since the start, and gauges. */
    private Map<String, Object> metrics() {
        return Map.of(
                "requests",
                parts.counting.getRequestTotal(),
                "failures",
                parts.counting.getResponses5xx(),
                "sessions",
                parts.sessions.count(),
                "busyConnections",
                parts.database.busyConnections(),
                "waitingRequests",
                parts.database.waitingRequests(),
                "heapUsedBytes",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                "threads",
                ManagementFactory.getThreadMXBean().getThreadCount(),
                "cpuSeconds",
                cpuSeconds(),
                "collectionSeconds",
                collectionSeconds());
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / MILLIS_PER_SECOND;
    }

    private static double collectionSeconds() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                        .sum()
                / MILLIS_PER_SECOND;
    }
}
