// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The result of a run, as {@code result.json} has it. Immutable.
 *
 * @param folder run directory
 * @param id id of the run
 * @param name name in its run file
 * @param outcome verdict of the run
 * @param conclusion the verdict in a sentence or two, as in reports
 * @param runClass {@code standard}, {@code modified} or {@code dev}
 * @param reasons why it failed or is invalid, and notes
 * @param audits checks of the measurement itself
 * @param workloads results by workload, of every tile
 */
public record RunResult(
        Path folder,
        String id,
        String name,
        Outcome outcome,
        String conclusion,
        String runClass,
        List<Reason> reasons,
        List<Audit> audits,
        List<WorkloadResult> workloads) {
    /** Name of the file in a run directory. */
    public static final String FILE = "result.json";

    private static final String MANIFEST = "MANIFEST.sha256";
    private static final String SCHEMA = "plateau.result/1";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The verdict of a run, the best first. A failed run shows that the SUT missed a limit. */
    public enum Outcome {
        /** Every limit was met, and every audit that could be made passed. */
        PASS,
        /** The run passed, although an audit was violated that its class only notes. */
        DOUBTS,
        /** The measurement cannot be trusted. */
        INVALID,
        /** The system under test missed a limit or failed. */
        FAIL,
        /** The run was ended on request. */
        STOPPED,
        /** A fault ended it. */
        BROKEN_OFF,
        /** The run could not begin its load. */
        NOT_STARTED,
        /** The process of the run ended without a report. */
        CRASHED;

        static Outcome of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /**
     * The result of a workload in the first tile.
     *
     * @param name name in the run file
     * @throws IllegalArgumentException when the run has no such workload
     */
    public WorkloadResult workload(String name) {
        return named(workloads, WorkloadResult::name, name, "The run has no workload");
    }

    private static <T> T named(List<T> all, Function<T, String> name, String searchedName, String failure) {
        return all.stream()
                .filter(each -> name.apply(each).equals(searchedName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(failure + " '" + searchedName + "', but "
                        + all.stream().map(name).distinct().toList() + "."));
    }

    /** The conclusion with the messages of all reasons except notes, one per line. */
    public String explanation() {
        return Stream.concat(
                        Stream.of(name + ": " + conclusion),
                        reasons.stream().filter(reason -> !reason.isNote()).map(reason -> "- " + reason.message()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /**
     * Requires that the run passed, with or without doubts.
     *
     * @throws AssertionError with the {@link #explanation()} and the folder of the run
     */
    public RunResult requirePass() {
        return require(Outcome.DOUBTS);
    }

    /**
     * Requires an outcome or a better one.
     *
     * @throws AssertionError with the {@link #explanation()} and the folder of the run
     */
    public RunResult require(Outcome worst) {
        if (outcome.compareTo(worst) > 0) {
            throw new AssertionError(explanation() + System.lineSeparator() + "The run is in " + folder + ".");
        }
        return this;
    }

    /**
     * A reason of a verdict.
     *
     * @param rule the rule, such as {@code M19-pacing} or {@code limit}
     * @param severity {@code fail}, {@code invalid} or {@code note}
     * @param message sentences for a person
     */
    public record Reason(String rule, String severity, String message) {
        /** Whether it does not count against the run. */
        public boolean isNote() {
            return severity.equals("note");
        }
    }

    /**
     * A check of the measurement itself.
     *
     * @param rule the rule, such as {@code M16-dispatch-lag}
     * @param state {@code ok}, {@code violated} or {@code not-tested}
     * @param scope the checked object, such as {@code 1/store}
     * @param message sentences for a person
     */
    public record Audit(String rule, String state, String scope, String message) {
        /** Whether the audit was made and passed. */
        public boolean isOk() {
            return state.equals("ok");
        }
    }

    /**
     * The result of one workload of one tile.
     *
     * @param tile number of the tile, from 1
     * @param name name in the run file
     * @param metricName name of the headline figure, empty when nothing was measured
     * @param metric its value, {@link Double#NaN} when nothing was measured
     * @param metricUnit unit of the metric
     * @param all all operations together
     * @param operations each operation, unit and series
     * @param countersInWindow declared counters, over the steady window
     */
    public record WorkloadResult(
            int tile,
            String name,
            String metricName,
            double metric,
            String metricUnit,
            OperationResult all,
            List<OperationResult> operations,
            Map<String, Double> countersInWindow) {
        /**
         * The result of an operation, unit or series.
         *
         * @throws IllegalArgumentException when the workload has none of the name
         */
        public OperationResult operation(String operationName) {
            return named(operations, OperationResult::name, operationName, "Workload " + name + " has no operation");
        }
    }

    /**
     * The result of an operation in the steady window.
     *
     * @param name its name
     * @param figures its figures by their names in {@code result.json}, such as {@code ok}, {@code errors}, {@code
     *     throughput} and {@code p95}, times in ms; figures without a measurement are missing
     * @param limits limits of the operation
     */
    public record OperationResult(String name, Map<String, Double> figures, List<Limit> limits) {
        /**
         * A figure.
         *
         * @param figure its name, such as {@code p95}
         * @throws IllegalArgumentException when there is no such figure, or nothing was measured of it
         */
        public double figure(String figure) {
            Double value = figures.get(figure);
            if (value == null) {
                throw new IllegalArgumentException("Operation " + name + " has no figure '" + figure + "', but "
                        + figures.keySet().stream().sorted().toList() + ".");
            }
            return value;
        }

        /**
         * The result of a limit.
         *
         * @param limit the limit, such as {@code p95 < 500 ms}
         * @param value the measured value in the limit's unit, {@link Double#NaN} when nothing was measured
         * @param met whether the limit was met; empty when that is not known
         */
        public record Limit(String limit, double value, Optional<Boolean> met) {}
    }

    /**
     * Reads the result of a run.
     *
     * @param folder the run directory
     * @throws LaunchFailure when it has no readable result
     */
    public static RunResult read(Path folder) throws LaunchFailure {
        Path file = folder.resolve(FILE);
        try {
            requireAsWritten(file);
            JsonNode result = json(file);
            if (!result.path("schema").asString().equals(SCHEMA)) {
                throw new LaunchFailure(
                        file + " has the schema '" + result.path("schema").asString() + "', and " + SCHEMA
                                + " is needed: use versions of Plateau that belong together.");
            }
            return result(folder, result);
        } catch (JacksonException | IllegalArgumentException | IOException e) {
            throw new LaunchFailure(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Fails if the manifest of the run has another digest of the file. */
    private static void requireAsWritten(Path file) throws IOException {
        Path manifest = file.resolveSibling(MANIFEST);
        if (Files.exists(manifest)) {
            try {
                String digest = HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
                if (!Files.readAllLines(manifest).contains(digest + "  " + FILE)) {
                    throw new IOException(
                            "it was changed after the run: its digest is not the one in " + MANIFEST + ".");
                }
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static RunResult result(Path folder, JsonNode result) {
        JsonNode conclusion = result.path("conclusion");
        return new RunResult(
                folder,
                text(result, "runId"),
                text(result, "name"),
                Outcome.of(text(conclusion, "kind")),
                text(conclusion, "word") + ": " + text(conclusion, "detail"),
                text(result, "class"),
                each(result.path("reasons"), reason -> JSON.treeToValue(reason, Reason.class)),
                each(result.path("audits"), audit -> JSON.treeToValue(audit, Audit.class)),
                each(result.path("workloads"), RunResult::workload));
    }

    private static WorkloadResult workload(JsonNode workload) {
        JsonNode metric = workload.path("metric");
        return new WorkloadResult(
                workload.path("tile").asInt(),
                text(workload, "name"),
                text(metric, "name"),
                number(metric.path("value")),
                text(metric, "unit"),
                operation("all", workload.path("all")),
                each(workload.path("operations"), operation -> operation(text(operation, "name"), operation)),
                numbers(workload.path("counters")));
    }

    private static OperationResult operation(String name, JsonNode operation) {
        return new OperationResult(
                name, numbers(operation.path("figures")), each(operation.path("qos"), RunResult::limit));
    }

    private static OperationResult.Limit limit(JsonNode limit) {
        String required = text(limit, "metric") + " " + text(limit, "operator") + " "
                + limit.path("bound").asString() + " " + text(limit, "unit");
        JsonNode met = limit.path("met");
        return new OperationResult.Limit(
                required.strip(),
                number(limit.path("value")),
                met.isBoolean() ? Optional.of(met.asBoolean()) : Optional.empty());
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    private static double number(JsonNode node) {
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    private static Map<String, Double> numbers(JsonNode node) {
        return node.propertyStream()
                .filter(entry -> entry.getValue().isNumber())
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().asDouble()));
    }

    private static <T> List<T> each(JsonNode nodes, Function<JsonNode, T> reader) {
        return nodes.valueStream().map(reader).toList();
    }

    /** Reads a file; the message of a failure has the position of the problem. */
    static JsonNode json(Path file) throws IOException {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (JacksonException e) {
            // The message of the exception names settings of the reader.
            throw new IOException(
                    "it is not JSON at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr(),
                    e);
        }
    }
}
