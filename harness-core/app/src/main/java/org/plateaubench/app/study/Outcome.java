// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import org.plateaubench.engine.judge.FaultRules;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.StoredRun;

/** The outcome of a run, of a cell or of a sequence; of several, a later constant outranks an earlier one. */
public enum Outcome {
    NOT_RUN("not run"),
    /** A cell that needs further runs, and a sequence in progress. */
    RUNNING("running"),
    PASS("pass"),
    FAIL("fail"),
    INVALID("invalid"),
    NOT_CARRIED_OUT("not carried out"),
    INTERRUPTED("interrupted");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    @JsonValue
    public String label() {
        return label;
    }

    public String word() {
        return this == PASS ? Verdict.PASS.word() : this == FAIL ? Verdict.FAIL.word() : label;
    }

    public String word(boolean withDoubts) {
        return withDoubts ? word() + " with doubts" : word();
    }

    /** Whether the run is evidence about the SUT. */
    public boolean isEvidence() {
        return this == PASS || this == FAIL;
    }

    /** The outcome of a run. A run whose SUT ended during it is not a measurement of it, regardless of the verdict. */
    static Outcome of(StoredRun run, Judgement judgement) {
        RunEnded end = run.events().stream()
                .flatMap(event -> event.as(RunEnded.class).stream())
                .findFirst()
                .orElse(new RunEnded("", "", false));
        if (end.status().equals(RunEnd.Status.STOPPED.label()) && !end.fault()) {
            return INTERRUPTED;
        }
        boolean isCarriedOut = end.status().equals(RunEnd.Status.COMPLETED.label())
                && failures(run).isEmpty();
        return isCarriedOut ? valueOf(judgement.verdict().name()) : NOT_CARRIED_OUT;
    }

    /** Sentences about each SUT of a run that did not start, or whose failure made the run fail. */
    static List<String> failures(StoredRun run) {
        return FaultRules.failures(run.events(), RunPlan.fromTree(run.plan())).stream()
                .map(event -> event.scope() + ": " + event.message())
                .toList();
    }
}
