// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import java.util.List;
import org.plateaubench.app.FinishedRun;
import org.plateaubench.app.RunReports;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.rule.SutFailureRule;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.StoredRun;

/** The outcome of one run of a sequence; of several, a later constant outranks an earlier one. */
public enum Outcome {
    PASS("pass"),
    FAIL("fail"),
    /** The measurement cannot be trusted. */
    INVALID("invalid"),
    /** The harness or the SUT could not execute it. */
    NOT_CARRIED_OUT("not carried out"),
    /** A user stopped it. */
    INTERRUPTED("interrupted");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    /** The name in files and on screens. */
    public String label() {
        return label;
    }

    /** Whether the run is evidence about the SUT. */
    public boolean isEvidence() {
        return this == PASS || this == FAIL;
    }

    public static boolean isEvidence(String label) {
        return label.equals(PASS.label) || label.equals(FAIL.label);
    }

    /** The outcome of a run. A run whose SUT ended during it is not a measurement of it, regardless of the verdict. */
    public static Outcome of(FinishedRun run) {
        RunReports reports = run.reports();
        if (reports == null) {
            return NOT_CARRIED_OUT;
        }
        return switch (run.end().status()) {
            case NOT_STARTED, BROKEN_OFF, CRASHED -> NOT_CARRIED_OUT;
            case STOPPED -> INTERRUPTED;
            case COMPLETED ->
                failures(reports.run()).isEmpty() ? of(reports.judgement().verdict()) : NOT_CARRIED_OUT;
        };
    }

    /** The outcome of a run that was stored and judged again. */
    public static Outcome of(StoredRun run, Judgement judgement) {
        RunEnded end = run.events().stream()
                .flatMap(event -> event.as(RunEnded.class).stream())
                .findFirst()
                .orElse(new RunEnded("", "", false));
        if (end.status().equals(RunEnd.Status.STOPPED.label()) && !end.fault()) {
            return INTERRUPTED;
        }
        return end.status().equals(RunEnd.Status.COMPLETED.label())
                        && failures(run).isEmpty()
                ? of(judgement.verdict())
                : NOT_CARRIED_OUT;
    }

    private static Outcome of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> PASS;
            case FAIL -> FAIL;
            case INVALID -> INVALID;
        };
    }

    /** Sentences about each SUT of a run that did not start, or whose failure made the run fail. */
    public static List<String> failures(StoredRun run) {
        return SutFailureRule.failures(run.events(), RunPlan.fromTree(run.plan())).stream()
                .map(event -> event.scope() + ": " + event.message())
                .toList();
    }
}
