// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.plateaubench.engine.report.comparison.difference.Difference;

/** Findings on two sets of runs, and the runs that count. Not thread-safe. */
final class SetFindings {
    private static final int FEWEST_RUNS = 2;
    private static final int MOST_PATHS = 4;

    private final Comparison comparison;
    private final int firstSize;
    private final SetFigures.CountedRuns counted;
    private final List<Finding> findings;

    SetFindings(Comparison comparison, int firstSize) {
        this.comparison = comparison;
        this.firstSize = firstSize;
        this.findings = new ArrayList<>(comparison.findings());
        this.counted = new SetFigures.CountedRuns(counted(0, firstSize), counted(firstSize, size()));
        enough("A", counted.first());
        enough("B", counted.second());
        mixed("plan", comparison.plan());
        mixed("environment", comparison.environment());
        order();
        findings.sort(Comparator.comparing(Finding::severity));
    }

    SetFigures.CountedRuns counted() {
        return counted;
    }

    List<Finding> all() {
        return findings;
    }

    private int size() {
        return comparison.runs().size();
    }

    private List<Integer> counted(int from, int to) {
        return IntStream.range(from, to)
                .filter(run -> comparison.findings().stream().noneMatch(finding -> finding.excludes(label(run))))
                .boxed()
                .toList();
    }

    private String label(int run) {
        return comparison.runs().get(run).label();
    }

    private List<String> labels(String set) {
        return comparison.runs().stream()
                .filter(run -> run.label().startsWith(set))
                .map(ComparedRun::label)
                .toList();
    }

    private void enough(String set, List<Integer> runs) {
        int all = labels(set).size();
        if (runs.size() < FEWEST_RUNS) {
            findings.add(new Finding(
                    Finding.Severity.NOT_COMPARABLE,
                    labels(set),
                    "Set " + set + " has " + (runs.isEmpty() ? "no run" : "one run") + " that counts"
                            + (all == runs.size() ? "" : ", of " + all)
                            + "; a difference needs at least two of each set."));
        } else if (runs.size() < all) {
            findings.add(new Finding(
                    Finding.Severity.NOTE,
                    labels(set),
                    "Of set " + set + " " + runs.size() + " of " + all + " runs count."));
        }
    }

    /** Adds a finding on differences between the runs of the same set. */
    private void mixed(String what, List<Difference> differences) {
        for (String set : List.of("A", "B")) {
            int from = set.equals("A") ? 0 : firstSize;
            int to = set.equals("A") ? firstSize : size();
            List<String> paths = differences.stream()
                    .filter(difference -> !difference.minor())
                    .filter(difference -> difference.values().subList(from, to).stream()
                                    .distinct()
                                    .count()
                            > 1)
                    .map(Difference::path)
                    .toList();
            if (!paths.isEmpty()) {
                findings.add(new Finding(
                        Finding.Severity.LESS_COMPARABLE,
                        labels(set),
                        "The runs of set " + set + " are not alike: their " + what + "s differ in "
                                + String.join(
                                        ", ", paths.stream().limit(MOST_PATHS).toList())
                                + (paths.size() > MOST_PATHS ? " and " + (paths.size() - MOST_PATHS) + " more" : "")
                                + "."));
            }
        }
    }

    private void order() {
        List<Instant> first = starts(0, firstSize);
        List<Instant> second = starts(firstSize, size());
        boolean isApart = !first.isEmpty()
                && !second.isEmpty()
                && (first.getLast().isBefore(second.getFirst())
                        || second.getLast().isBefore(first.getFirst()));
        if (isApart) {
            findings.add(new Finding(
                    Finding.Severity.NOTE,
                    comparison.runs().stream().map(ComparedRun::label).toList(),
                    "All runs of one set were made before those of the other: what drifted on the hosts meanwhile"
                            + " would look like a difference. Make them in turns, as a study does."));
        }
    }

    private List<Instant> starts(int from, int to) {
        return comparison.runs().subList(from, to).stream()
                .map(ComparedRun::startedAt)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
    }
}
