// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The result of one workload of a mail run. */
record MailRun(RunFolder run, String workload) {
    /** Its part of the result. */
    JsonNode result() {
        return run.json("result.json").path("workloads").valueStream()
                .filter(each -> each.path("name").asString().equals(workload))
                .findFirst()
                .orElseThrow();
    }

    /** Its part of each interval. */
    private Stream<JsonNode> intervals() {
        return run.lines("intervals.ndjson").stream()
                .flatMap(interval -> interval.path("workloads").valueStream())
                .filter(each -> each.path("workload").asString().equals(workload));
    }

    /** A counter over the whole run. */
    long counter(String name) {
        return intervals()
                .mapToLong(interval -> interval.path("counters").path(name).asLong())
                .sum();
    }

    private Stream<JsonNode> errors() {
        return run.lines("errors.ndjson").stream()
                .filter(error -> error.path("scope").asString().equals("1/" + workload));
    }

    /** Classes of errors, those of attempts to connect as {@code connect}. */
    Set<String> errorClasses() {
        Set<String> classes = new TreeSet<>();
        errors().forEach(error -> classes.add(error.path("errorClass").asString()));
        return classes;
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
