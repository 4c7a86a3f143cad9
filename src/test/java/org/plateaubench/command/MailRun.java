// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The result of one workload of a mail run. */
record MailRun(RunFolder run, String workload) {
    /** For whatever a test waits for. */
    static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Processes that were given a file below a folder. */
    static List<ProcessHandle> processesOf(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .toList();
    }

    /** Its part of the result. */
    JsonNode result() {
        return StreamSupport.stream(run.json("result.json").path("workloads").spliterator(), false)
                .filter(each -> each.path("name").asString().equals(workload))
                .findFirst()
                .orElseThrow();
    }

    /** Its part of each interval so far. */
    List<JsonNode> intervals() {
        return intervals(Long.MAX_VALUE);
    }

    /** Those that ended by an instant of the run. */
    List<JsonNode> intervals(long latestNanos) {
        return run.lines("intervals.ndjson").stream()
                .filter(interval -> interval.path("endNanos").asLong() <= latestNanos)
                .flatMap(interval ->
                        StreamSupport.stream(interval.path("workloads").spliterator(), false))
                .filter(each -> each.path("workload").asString().equals(workload))
                .toList();
    }

    /** A counter over the whole run. */
    long counter(String name) {
        return intervals().stream()
                .mapToLong(interval -> interval.path("counters").path(name).asLong())
                .sum();
    }

    private Stream<JsonNode> errors() {
        return run.lines("errors.ndjson").stream()
                .filter(error -> error.path("scope").asString().equals("1/" + workload));
    }

    /** Whether an error of a class was seen so far, its text holding a part. */
    boolean seen(String errorClass, String part) {
        return errors().anyMatch(error -> error.path("errorClass").asString().equals(errorClass)
                && error.path("message").asString().contains(part));
    }

    /** Classes of errors, those of attempts to connect as {@code connect}. */
    Set<String> errorClasses() {
        Set<String> classes = new TreeSet<>();
        errors().forEach(error -> classes.add(error.path("errorClass").asString()));
        return classes;
    }

    /** Operations that an error of a class was counted for. */
    Set<String> operations(String errorClass) {
        Set<String> operations = new TreeSet<>();
        errors().filter(error -> error.path("errorClass").asString().equals(errorClass))
                .forEach(error -> operations.add(error.path("operation").asString()));
        return operations;
    }

    /** Distinct texts of errors of a class. */
    Set<String> texts(String errorClass) {
        Set<String> texts = new TreeSet<>();
        errors().filter(error -> error.path("errorClass").asString().equals(errorClass))
                .forEach(error -> texts.add(error.path("message").asString()));
        return texts;
    }

    /** What was compared with the mailboxes after the run. */
    List<JsonNode> reconciliations() {
        return run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("reconciliation")
                        && event.path("scope").asString().equals("1/" + workload))
                .map(event -> event.path("details"))
                .toList();
    }

    /** The part of a comparison that a text begins with. */
    JsonNode reconciliation(String what) {
        return reconciliations().stream()
                .filter(row -> row.path("what").asString().startsWith(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + what + " in " + reconciliations()));
    }

    /** The row of an operation or series. */
    JsonNode operation(String name) {
        return RunFolder.line(result(), name);
    }

    @Override
    public String toString() {
        return workload + " " + (run.has("result.json") ? result().path("all").toString() : "") + "\n"
                + errors().toList() + "\n" + reconciliations();
    }
}
