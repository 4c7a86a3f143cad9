// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.report.comparison.Differences.Difference;

/** Determines whether runs and sets of runs may be compared, and which of them count. Not thread-safe. */
public final class Findings {
    /** The smallest relevant difference of windows, as a share; a smaller one is less than about an interval. */
    private static final double WINDOW_SHARE = 0.01;

    private final List<JudgedRun> runs;
    private final List<String> labels = new ArrayList<>();
    private final List<ComparedSet> sets = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    /** A finding on whether the runs may be compared. */
    public record Finding(Effect severity, List<String> runs, String message) {}

    /** The effect of a finding on the comparison; an earlier constant outranks a later one. */
    public enum Effect {
        /** The figures of a run must not be compared with those of another. */
        NOT_COMPARABLE,
        /** The finding, and not the intended change, may be the cause of a difference of figures. */
        LESS_COMPARABLE,
        NOTE
    }

    /** A set of runs that are compared as one; the figures of those that count are evidence. */
    @JsonPropertyOrder({"label", "runs", "counted"})
    public record ComparedSet(
            String label,
            @JsonIgnore List<Integer> all,
            @JsonIgnore List<Integer> counting) {
        @JsonProperty("runs")
        public int runs() {
            return all.size();
        }

        @JsonProperty("counted")
        public int counted() {
            return counting.size();
        }

        /** The runs whose figures are shown: a single run shows its figures even if it does not count. */
        List<Integer> shown() {
            return runs() == 1 ? all : counting;
        }

        boolean isEnough() {
            return counted() >= Math.min(2, runs());
        }

        String words() {
            return (runs() == 1 ? "run " : "set ") + label;
        }
    }

    Findings(List<List<JudgedRun>> compared, List<Difference> plan, List<Difference> environment) {
        runs = compared.stream().flatMap(List::stream).toList();
        for (int set = 0; set < compared.size(); set++) {
            for (int run = 1; run <= compared.get(set).size(); run++) {
                labels.add(setLabel(set) + (compared.get(set).size() == 1 ? "" : Integer.toString(run)));
            }
        }
        for (int run = 0; run < runs.size(); run++) {
            checkTrust(run, run < compared.getFirst().size());
        }
        checkWorkloads();
        checkDifferences("plans", plan);
        checkDifferences("environments", environment);
        addIfDifferent(
                "The runs are of different classes: ",
                runs.stream().map(run -> run.judgement().runClass()).toList(),
                "");
        checkWindows();
        compared.forEach(this::addSet);
        if (sets.stream().allMatch(set -> set.runs() == 1)) {
            add(
                    Effect.NOTE,
                    allRuns(),
                    "Each column is one run. One run does not show how far a repetition would be off: only the scatter"
                            + " within the runs is known. Repeat each a few times before a difference is relied on.");
        } else {
            sets.forEach(this::checkCount);
        }
        findings.sort(Comparator.comparing(Finding::severity));
    }

    private void addSet(List<JudgedRun> set) {
        int from = sets.stream().mapToInt(ComparedSet::runs).sum();
        List<Integer> indexes = IntStream.range(from, from + set.size()).boxed().toList();
        sets.add(new ComparedSet(
                setLabel(sets.size()),
                indexes,
                indexes.stream().filter(this::isEvidence).toList()));
    }

    private boolean isEvidence(int run) {
        return findings.stream()
                .noneMatch(finding -> finding.severity() == Effect.NOT_COMPARABLE
                        && finding.runs().contains(label(run)));
    }

    List<Finding> all() {
        return findings;
    }

    List<ComparedSet> sets() {
        return sets;
    }

    private static String setLabel(int set) {
        return String.valueOf((char) ('A' + set));
    }

    String label(int run) {
        return labels.get(run);
    }

    private void checkCount(ComparedSet set) {
        int counted = set.counted();
        if (counted < 2) {
            add(
                    Effect.NOT_COMPARABLE,
                    set.all(),
                    "Set " + set.label() + " has " + (counted == 0 ? "no run" : "one run") + " that counts"
                            + (set.runs() == counted ? "" : ", of " + set.runs())
                            + "; a difference needs at least two of each set.");
        } else if (counted < set.runs()) {
            add(Effect.NOTE, set.all(), "Of set " + set.label() + " " + counted + " of " + set.runs() + " runs count.");
        }
    }

    private void checkTrust(int run, boolean isBaseline) {
        Judgement judgement = runs.get(run).judgement();
        boolean isFailed = judgement.isMeasured() && judgement.verdict() == Verdict.FAIL;
        String problem = !judgement.isMeasured()
                ? " never reached its steady state: it has no figures."
                : judgement.verdict() == Verdict.INVALID
                        ? " is invalid, its figures cannot be trusted: " + reason(judgement, Severity.INVALID)
                        : isFailed
                                ? " failed" + (isBaseline ? ", and a baseline has to pass: " : ": ")
                                        + reason(judgement, Severity.FAIL)
                                : "";
        if (!problem.isEmpty()) {
            Effect effect = isFailed && !isBaseline ? Effect.NOTE : Effect.NOT_COMPARABLE;
            add(effect, List.of(run), "Run " + label(run) + problem);
        }
    }

    private static String reason(Judgement judgement, Severity severity) {
        return judgement.reasons().stream()
                .filter(reason -> reason.severity() == severity)
                .map(Reason::message)
                .findFirst()
                .orElse("the reason is not known.");
    }

    private void checkWorkloads() {
        Set<String> names = new LinkedHashSet<>();
        runs.forEach(run -> run.plan().workloads().forEach(workload -> names.add(workload.name())));
        for (String name : names) {
            List<@Nullable String> references = new ArrayList<>();
            runs.forEach(run -> references.add(reference(run, name)));
            addIfDifferent("Workload " + name + " is not the same everywhere: ", references, "");
        }
        for (int run = 1; run < runs.size(); run++) {
            JudgedRun other = runs.get(run);
            if (names.stream()
                    .noneMatch(name -> reference(other, name) != null
                            && Objects.equals(reference(runs.getFirst(), name), reference(other, name)))) {
                add(
                        Effect.NOT_COMPARABLE,
                        List.of(run),
                        "Run " + label(run) + " has no workload that run " + label(0) + " has.");
            }
        }
    }

    private static @Nullable String reference(JudgedRun run, String workload) {
        return run.tiles(workload).map(PlannedWorkload::reference).findFirst().orElse(null);
    }

    private void checkDifferences(String what, List<Difference> differences) {
        long count =
                differences.stream().filter(difference -> !difference.minor()).count();
        if (count > 0) {
            add(
                    Effect.LESS_COMPARABLE,
                    allRuns(),
                    "The " + what + " differ in " + count + (count == 1 ? " place" : " places")
                            + ". If more than one of them can matter, the figures do not show which did.");
        }
    }

    private void checkWindows() {
        List<@Nullable String> lengths = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        for (JudgedRun run : runs) {
            var window = run.judgement().window();
            lengths.add(window == null ? null : Figures.text(window.seconds(), "s"));
            if (window != null) {
                seconds.add(window.seconds());
            }
        }
        double longest = seconds.stream().max(Double::compare).orElse(0.0);
        double shortest = seconds.stream().min(Double::compare).orElse(0.0);
        if (longest - shortest > WINDOW_SHARE * longest) {
            addIfDifferent(
                    "The steady windows differ in length: ",
                    lengths,
                    " The maximum of a longer window is larger by that alone, and percentiles of a shorter one are less"
                            + " sure.");
        }
    }

    private void addIfDifferent(String prefix, List<? extends @Nullable String> values, String end) {
        if (values.stream().filter(Objects::nonNull).distinct().count() > 1) {
            List<String> parts = allRuns().stream()
                    .map(run -> label(run) + " " + Objects.requireNonNullElse(values.get(run), "none"))
                    .toList();
            add(Effect.LESS_COMPARABLE, allRuns(), prefix + String.join(", ", parts) + "." + end);
        }
    }

    private List<Integer> allRuns() {
        return IntStream.range(0, runs.size()).boxed().toList();
    }

    private void add(Effect severity, List<Integer> about, String sentence) {
        findings.add(new Finding(severity, about.stream().map(this::label).toList(), sentence));
    }
}
