// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads {@code plateau.result/1}, in which later versions only add. */
public final class ResultReader {
    private static final String SCHEMA = "plateau.result/1";

    private ResultReader() {}

    /**
     * Reads the result of a run.
     *
     * @param folder the run directory
     * @throws LaunchFailure when it has no readable result
     */
    public static RunResult read(Path folder) throws LaunchFailure {
        Path file = folder.resolve(RunResult.FILE);
        try {
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

    private static RunResult result(Path folder, JsonNode result) {
        JsonNode conclusion = result.path("conclusion");
        return new RunResult(
                folder,
                text(result, "runId"),
                text(result, "name"),
                RunOutcome.of(text(conclusion, "kind")),
                text(conclusion, "word") + ": " + text(conclusion, "detail"),
                text(result, "class"),
                each(
                        result.path("reasons"),
                        reason -> new RunResult.Reason(
                                text(reason, "rule"), text(reason, "severity"), text(reason, "message"))),
                each(
                        result.path("audits"),
                        audit -> new RunResult.Audit(
                                text(audit, "rule"),
                                text(audit, "state"),
                                text(audit, "scope"),
                                text(audit, "message"))),
                each(result.path("workloads"), ResultReader::workload));
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
                name, numbers(operation.path("figures")), each(operation.path("qos"), ResultReader::limit));
    }

    private static OperationResult.Limit limit(JsonNode limit) {
        String said = text(limit, "metric") + " " + text(limit, "operator") + " "
                + limit.path("bound").asString() + " " + text(limit, "unit");
        JsonNode met = limit.path("met");
        return new OperationResult.Limit(
                said.strip(),
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

    /**
     * Reads a file.
     *
     * @throws IOException with what is wrong and where when it is missing or no JSON
     */
    static JsonNode json(Path file) throws IOException {
        try {
            return new ObjectMapper().readTree(Files.readString(file));
        } catch (JacksonException e) {
            // Its own message names settings of the reader.
            throw new IOException(
                    "it is not JSON at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr(),
                    e);
        }
    }
}
