// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.ScoreResult;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.spi.SutContext;

/** Finds conditions that affect whether runs and sets of them may be compared, and the runs that count. Not thread-safe. */
final class Findings {
    /** The smallest relevant difference of windows, as a share; a smaller one is less than about an interval. */
    private static final double WINDOW_SHARE = 0.01;

    private static final int MAX_PATHS = 4;

    private final List<JudgedRun> runs;
    private final List<String> labels = new ArrayList<>();
    private final List<ComparedSet> sets = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    Findings(List<List<JudgedRun>> compared, List<Difference> plan, List<Difference> environment) {
        runs = compared.stream().flatMap(List::stream).toList();
        for (int set = 0; set < compared.size(); set++) {
            for (int run = 1; run <= compared.get(set).size(); run++) {
                labels.add(compared.get(set).size() == 1 ? setLabel(set) : setLabel(set) + run);
            }
        }
        for (int run = 0; run < runs.size(); run++) {
            belief(run, run < compared.getFirst().size());
        }
        workloads();
        plans(plan);
        classes();
        embedded();
        windows();
        environments(environment);
        overlaps();
        int from = 0;
        for (List<JudgedRun> set : compared) {
            List<Integer> own = IntStream.range(from, from + set.size()).boxed().toList();
            sets.add(new ComparedSet(
                    setLabel(sets.size()),
                    own,
                    own.stream()
                            .filter(run -> findings.stream().noneMatch(finding -> finding.excludes(label(run))))
                            .toList(),
                    set.size() == 1 ? null : TrialScore.of(scores(set))));
            from += set.size();
        }
        if (sets.stream().allMatch(set -> set.runs() == 1)) {
            addAll(
                    Finding.Severity.NOTE,
                    "Each column is one run. One run does not show how far a repetition would be off: only the scatter"
                            + " within the runs is known. Repeat each a few times before a difference is relied on.");
        } else {
            sets.forEach(this::enough);
            sets.forEach(set -> mixed(set, "plan", plan));
            sets.forEach(set -> mixed(set, "environment", environment));
            order();
        }
        findings.sort(Comparator.comparing(Finding::severity));
    }

    private static List<@Nullable ScoreResult> scores(List<JudgedRun> set) {
        List<@Nullable ScoreResult> scores = new ArrayList<>();
        set.forEach(run -> scores.add(run.judgement().score()));
        return scores;
    }

    List<Finding> all() {
        return findings;
    }

    /** The sets, the first of which is the baseline. */
    List<ComparedSet> sets() {
        return sets;
    }

    private static String setLabel(int set) {
        return set < 26 ? String.valueOf((char) ('A' + set)) : "R" + (set + 1);
    }

    String label(int run) {
        return labels.get(run);
    }

    private void enough(ComparedSet set) {
        int counted = set.counted();
        int all = set.runs();
        if (counted < 2) {
            addTo(
                    Finding.Severity.NOT_COMPARABLE,
                    set.all(),
                    "Set " + set.label() + " has " + (counted == 0 ? "no run" : "one run") + " that counts"
                            + (all == counted ? "" : ", of " + all)
                            + "; a difference needs at least two of each set.");
        } else if (counted < all) {
            addTo(
                    Finding.Severity.NOTE,
                    set.all(),
                    "Of set " + set.label() + " " + counted + " of " + all + " runs count.");
        }
    }

    /** Adds a finding on differences between the runs of the same set. */
    private void mixed(ComparedSet set, String what, List<Difference> differences) {
        List<String> paths = differences.stream()
                .filter(difference -> !difference.minor())
                .filter(difference -> set.all().stream()
                                .map(difference.values()::get)
                                .distinct()
                                .count()
                        > 1)
                .map(Difference::path)
                .toList();
        if (!paths.isEmpty()) {
            addTo(
                    Finding.Severity.LESS_COMPARABLE,
                    set.all(),
                    "The runs of set " + set.label() + " are not alike: their " + what + "s differ in "
                            + String.join(", ", paths.stream().limit(MAX_PATHS).toList())
                            + (paths.size() > MAX_PATHS ? " and " + (paths.size() - MAX_PATHS) + " more" : "") + ".");
        }
    }

    private void order() {
        List<List<Instant>> starts = sets.stream().map(this::starts).toList();
        boolean isApart = starts.stream()
                .filter(one -> !one.isEmpty())
                .anyMatch(one -> starts.stream()
                        .anyMatch(other -> !other.isEmpty() && one.getLast().isBefore(other.getFirst())));
        if (isApart) {
            addAll(
                    Finding.Severity.NOTE,
                    "All runs of one set were made before those of the other: what drifted on the hosts meanwhile"
                            + " would look like a difference. Make them in turns, as a study does.");
        }
    }

    private List<Instant> starts(ComparedSet set) {
        return set.all().stream()
                .map(run -> runs.get(run).started())
                .filter(Objects::nonNull)
                .sorted()
                .toList();
    }

    private void belief(int run, boolean isBaseline) {
        Judgement judgement = runs.get(run).judgement();
        if (!judgement.isMeasured()) {
            add(Finding.Severity.NOT_COMPARABLE, List.of(run), "never reached its steady state: it has no figures.");
        } else if (judgement.verdict() == Verdict.INVALID) {
            add(
                    Finding.Severity.NOT_COMPARABLE,
                    List.of(run),
                    "is invalid, its figures cannot be trusted: " + because(judgement, Severity.INVALID));
        } else if (judgement.verdict() == Verdict.FAIL) {
            add(
                    isBaseline ? Finding.Severity.NOT_COMPARABLE : Finding.Severity.NOTE,
                    List.of(run),
                    "failed" + (isBaseline ? ", and a baseline has to pass: " : ": ")
                            + because(judgement, Severity.FAIL));
        }
    }

    private static String because(Judgement judgement, Severity severity) {
        List<String> messages = judgement.reasons().stream()
                .filter(reason -> reason.severity() == severity)
                .map(reason -> reason.message())
                .toList();
        return messages.isEmpty()
                ? "no reason is kept."
                : messages.getFirst() + (messages.size() == 1 ? "" : " (and " + (messages.size() - 1) + " more)");
    }

    private void workloads() {
        Set<String> names = new LinkedHashSet<>();
        runs.forEach(run -> run.plan().workloads().forEach(workload -> names.add(workload.name())));
        for (String name : names) {
            List<@Nullable String> references =
                    runs.stream().map(run -> reference(run, name)).toList();
            Set<String> different = new LinkedHashSet<>();
            references.stream().filter(Objects::nonNull).forEach(different::add);
            if (different.size() > 1) {
                addAll(
                        Finding.Severity.LESS_COMPARABLE,
                        "Workload " + name + " is not the same everywhere: " + byRun(references) + ".");
            }
        }
        for (int run = 1; run < runs.size(); run++) {
            JudgedRun other = runs.get(run);
            if (names.stream()
                    .noneMatch(name -> reference(runs.getFirst(), name) != null
                            && Objects.equals(reference(runs.getFirst(), name), reference(other, name)))) {
                add(Finding.Severity.NOT_COMPARABLE, List.of(run), "has no workload that run " + label(0) + " has.");
            }
        }
    }

    static @Nullable String reference(JudgedRun run, String workload) {
        return run.tiles(workload).map(PlannedWorkload::reference).findFirst().orElse(null);
    }

    private void plans(List<Difference> plan) {
        long real = plan.stream().filter(difference -> !difference.minor()).count();
        if (real > 0) {
            addAll(
                    Finding.Severity.LESS_COMPARABLE,
                    "The plans differ in " + counted(real, "place")
                            + ". If more than one of them can matter, the figures do not show which did.");
        } else if (!plan.isEmpty()) {
            addAll(
                    Finding.Severity.NOTE,
                    "The plans differ only in "
                            + String.join(
                                    ", ",
                                    plan.stream().map(Difference::path).limit(6).toList())
                            + ".");
        } else {
            addAll(Finding.Severity.NOTE, "All runs have the same plan.");
        }
    }

    private void classes() {
        List<String> classes =
                runs.stream().map(run -> run.judgement().runClass()).toList();
        if (Set.copyOf(classes).size() > 1) {
            addAll(Finding.Severity.LESS_COMPARABLE, "The runs are of different classes: " + byRun(classes) + ".");
        }
    }

    private void embedded() {
        List<Integer> embedded = indexes(run -> runs.get(run).plan().suts().stream()
                .map(PlannedSut::mode)
                .anyMatch(mode -> mode == SutContext.Mode.EMBEDDED));
        if (!embedded.isEmpty()) {
            boolean all = embedded.size() == runs.size();
            add(
                    Finding.Severity.LESS_COMPARABLE,
                    embedded,
                    "had an embedded SUT, which shares the host with the harness"
                            + (all ? "." : "; the others had none."));
        }
    }

    private void windows() {
        double[] seconds = runs.stream()
                .map(run -> run.judgement().window())
                .filter(Objects::nonNull)
                .mapToDouble(Window::seconds)
                .toArray();
        double longest = Arrays.stream(seconds).max().orElse(0);
        double shortest = Arrays.stream(seconds).min().orElse(0);
        if (longest - shortest > WINDOW_SHARE * longest) {
            addAll(
                    Finding.Severity.LESS_COMPARABLE,
                    "The steady windows differ in length: "
                            + byRun(runs.stream()
                                    .map(run -> run.judgement().window())
                                    .map(window -> window == null ? null : Figures.text(window.seconds(), "s"))
                                    .toList())
                            + ". The maximum of a longer window is larger by that alone, and percentiles of a shorter"
                            + " one are less sure.");
        }
    }

    private void environments(List<Difference> environment) {
        List<String> places = environment.stream()
                .filter(difference -> !difference.minor())
                .map(difference -> difference.path().replaceAll("[.\\[].*", ""))
                .toList();
        if (!places.isEmpty()) {
            addAll(
                    Finding.Severity.LESS_COMPARABLE,
                    "The environments differ in " + counted(places.size(), "place") + " ("
                            + String.join(", ", new LinkedHashSet<>(places)) + ").");
        }
    }

    private void overlaps() {
        List<Integer> together = indexes(run -> runs.stream().anyMatch(other -> overlap(runs.get(run), other)));
        if (!together.isEmpty()) {
            add(
                    Finding.Severity.LESS_COMPARABLE,
                    together,
                    "were made at the same time and may have disturbed each other.");
        }
    }

    private static boolean overlap(JudgedRun a, JudgedRun b) {
        Instant startOfA = a.started();
        Instant startOfB = b.started();
        Instant endOfA = end(a);
        Instant endOfB = end(b);
        return startOfA != null
                && startOfB != null
                && endOfA != null
                && endOfB != null
                && !a.judgement().runId().equals(b.judgement().runId())
                && startOfA.isBefore(endOfB)
                && startOfB.isBefore(endOfA);
    }

    private static @Nullable Instant end(JudgedRun run) {
        List<PhaseSpan> phases = run.judgement().phases();
        return phases.isEmpty() ? null : phases.getLast().end();
    }

    private void addAll(Finding.Severity severity, String sentence) {
        addTo(severity, IntStream.range(0, runs.size()).boxed().toList(), sentence);
    }

    private void addTo(Finding.Severity severity, List<Integer> about, String sentence) {
        findings.add(new Finding(severity, about.stream().map(this::label).toList(), sentence));
    }

    private void add(Finding.Severity severity, List<Integer> about, String predicate) {
        String subject = about.size() == 1
                ? "Run " + label(about.getFirst())
                : about.size() == runs.size()
                        ? "All runs"
                        : "Runs "
                                + String.join(
                                        ", ", about.stream().map(this::label).toList());
        addTo(severity, about, subject + " " + predicate);
    }

    private List<Integer> indexes(Function<Integer, Boolean> wanted) {
        return IntStream.range(0, runs.size()).boxed().filter(wanted::apply).toList();
    }

    private String byRun(List<? extends @Nullable String> values) {
        List<String> parts = new ArrayList<>();
        for (int run = 0; run < values.size(); run++) {
            String value = values.get(run);
            parts.add(label(run) + " " + (value == null ? "none" : value));
        }
        return String.join(", ", parts);
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
