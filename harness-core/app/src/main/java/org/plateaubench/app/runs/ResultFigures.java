// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.record.RunEvent;

/**
 * The available figures of a result for a list. Immutable.
 *
 * @param result tree of {@code result.json}; empty when it is missing
 */
record ResultFigures(UntrustedTree result) {
    private static final int MOST_TEXT = 200;
    private static final int MOST_REASON = 600;
    private static final int MOST_REASONS = 20;
    private static final int MOST_WORKLOADS = 400;
    private static final int MOST_AUDITS = 4_000;
    private static final int MOST_PHASES = 100;
    private static final Set<String> VERDICTS =
            Set.of(Verdict.PASS.label(), Verdict.FAIL.label(), Verdict.INVALID.label());
    private static final List<String> WEIGHTIEST_FIRST =
            List.of(Severity.INVALID.label(), Severity.FAIL.label(), Severity.NOTE.label());

    boolean isEmpty() {
        return result.value() == null;
    }

    /** The name of the run, from the plan when there is no result. */
    String name(UntrustedTree plan) {
        String name = result.at("name").text(MOST_TEXT);
        return name == null ? plan.at("name").textOrNone(MOST_TEXT) : name;
    }

    /** The verdict; a run without a readable result cannot be trusted. */
    String verdict() {
        String verdict = result.at("verdict").textOrNone(MOST_TEXT);
        return VERDICTS.contains(verdict) ? verdict : Verdict.INVALID.label();
    }

    /**
     * The conclusion of the run in words, which depends on the state of its folder. Only the values of the result that
     * are needed for the text are used.
     *
     * @param end the event with which it ended, if it did
     */
    Conclusion conclusion(RunFolder.State state, Optional<RunEvent> end) {
        Judgement.Ending ending = new Judgement.Ending(
                state.label(),
                end.isPresent(),
                end.flatMap(event -> event.as(RunEnded.class))
                        .filter(RunEnded::fault)
                        .isPresent());
        boolean driven = phases().stream().anyMatch(phase -> !phase.name().equals(Phase.PREPARE.label()));
        Verdict verdict = Stream.of(Verdict.values())
                .filter(one -> one.label().equals(verdict()))
                .findFirst()
                .orElse(Verdict.INVALID);
        String runClass = result.at("class").textOrNone(20);
        return Conclusion.of(new Conclusion.Facts(
                ending,
                driven,
                result.at("window").value() != null,
                isLimitedByHarness(),
                verdict,
                runClass,
                grounds(),
                checked()));
    }

    private boolean isLimitedByHarness() {
        return result.at("workloads").elements(MOST_WORKLOADS).stream()
                .flatMap(workload -> Stream.concat(
                        Stream.of(workload.at("all")), workload.at("operations").elements(MOST_WORKLOADS).stream()))
                .anyMatch(block -> !block.at("responseTimeMs")
                        .at("limitedByHarness")
                        .elements(1)
                        .isEmpty());
    }

    private List<Conclusion.Grounds> grounds() {
        return result.at("reasons").elements(MOST_AUDITS).stream()
                .flatMap(reason -> {
                    String severity = reason.at("severity").textOrNone(MOST_TEXT);
                    return rule(reason)
                            .flatMap(rule -> Stream.of(Severity.values())
                                    .filter(one -> one.label().equals(severity))
                                    .map(one -> new Conclusion.Grounds(rule.title(), one)));
                })
                .toList();
    }

    private List<Conclusion.Checked> checked() {
        return result.at("audits").elements(MOST_AUDITS).stream()
                .flatMap(audit -> {
                    String state = audit.at("state").textOrNone(MOST_TEXT);
                    return rule(audit)
                            .flatMap(rule -> Stream.of(Audit.State.values())
                                    .filter(one -> one.label().equals(state))
                                    .map(one -> checked(audit, rule, one)));
                })
                .toList();
    }

    private static Conclusion.Checked checked(UntrustedTree audit, Rule rule, Audit.State state) {
        return new Conclusion.Checked(
                rule,
                state,
                Boolean.TRUE.equals(audit.at("noted").value()),
                audit.at("scope").textOrNone(MOST_TEXT),
                Conclusion.Checked.seen(
                        audit.at("value").number(),
                        audit.at("bound").number(),
                        audit.at("unit").textOrNone(MOST_TEXT)),
                audit.at("message").textOrNone(MOST_REASON));
    }

    private static Stream<Rule> rule(UntrustedTree tree) {
        String label = tree.at("rule").textOrNone(MOST_TEXT);
        return Stream.of(Rule.values()).filter(rule -> rule.label().equals(label));
    }

    @Nullable
    Double score() {
        return result.at("score").at("value").number();
    }

    @Nullable
    String runClass(UntrustedTree plan) {
        String runClass = result.at("class").text(20);
        return runClass == null ? plan.at("class").text(20) : runClass;
    }

    /** The ids of plugins, each once; a plugin with several workloads is listed with the workload. */
    List<String> plugins(UntrustedTree plan) {
        return Stream.of(result, plan)
                .flatMap(tree -> tree.at("workloads").elements(MOST_WORKLOADS).stream())
                .map(workload -> workload.at("plugin").textOrNone(100))
                .map(plugin -> plugin.split("/", 2)[0])
                .filter(plugin -> !plugin.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    RunSummary.@Nullable Headline headline() {
        return result.at("aggregate").elements(MOST_WORKLOADS).stream()
                .map(ResultFigures::metric)
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElse(null);
    }

    List<RunSummary.Workload> workloads() {
        return result.at("workloads").elements(MOST_WORKLOADS).stream()
                .map(ResultFigures::workload)
                .toList();
    }

    private static RunSummary.Workload workload(UntrustedTree workload) {
        UntrustedTree all = workload.at("all");
        UntrustedTree counts = all.at("counts");
        double failed = counts.at("errors").numberOrZero()
                + counts.at("abandoned").numberOrZero()
                + counts.at("dropped").numberOrZero();
        double intended = counts.at("intended").numberOrZero();
        return new RunSummary.Workload(
                (int) workload.at("tile").numberOrZero(),
                workload.at("name").textOrNone(MOST_TEXT),
                workload.at("plugin").textOrNone(MOST_TEXT),
                all.at("throughputPerSecond").number(),
                all.at("responseTimeMs").at("p95").number(),
                all.at("responseTimeMs").at("lowerBound").has("p95"),
                all.at("responseTimeMs").at("limitedByHarness").has("p95"),
                intended > 0 ? Double.valueOf(failed / intended) : null,
                metric(workload));
    }

    private static RunSummary.@Nullable Headline metric(UntrustedTree workload) {
        UntrustedTree metric = workload.at("metric");
        Double value = metric.at("value").number();
        return value == null
                ? null
                : new RunSummary.Headline(
                        workload.at("name").textOrNone(MOST_TEXT),
                        metric.at("name").textOrNone(MOST_TEXT),
                        value,
                        metric.at("unit").textOrNone(MOST_TEXT));
    }

    /** The sentences of the reasons, the most severe first; without a result, the problems of the folder. */
    List<String> reasons(List<String> problems) {
        if (isEmpty()) {
            List<String> sentences = new ArrayList<>(List.of("The run has no result and cannot be judged."));
            sentences.addAll(problems);
            return sentences;
        }
        return result.at("reasons").elements(MOST_WORKLOADS).stream()
                .sorted(Comparator.comparingInt(ResultFigures::weight))
                .map(reason -> reason.at("message").textOrNone(MOST_REASON))
                .filter(sentence -> !sentence.isEmpty())
                .limit(MOST_REASONS)
                .toList();
    }

    private static int weight(UntrustedTree reason) {
        int weight = WEIGHTIEST_FIRST.indexOf(reason.at("severity").textOrNone(MOST_TEXT));
        return weight < 0 ? WEIGHTIEST_FIRST.size() : weight;
    }

    List<RunSummary.Phase> phases() {
        return result.at("phases").elements(MOST_PHASES).stream()
                .map(phase -> new RunSummary.Phase(
                        phase.at("name").textOrNone(MOST_TEXT),
                        phase.at("start").textOrNone(MOST_TEXT),
                        phase.at("end").text(MOST_TEXT)))
                .toList();
    }
}
