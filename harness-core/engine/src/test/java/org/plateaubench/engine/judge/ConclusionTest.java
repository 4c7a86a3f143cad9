// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Timeline.PhaseSpan;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Conclusion.Facts;
import org.plateaubench.engine.judge.result.Conclusion.Kind;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.measure.interval.AgentHealth;

class ConclusionTest {
    private static final String PREPARING = "SUT db: no server answers at db.lab; start it.";

    @TempDir
    Path folder;

    private final List<Reason> reasons = new ArrayList<>();
    private final List<AuditResult> audits = new ArrayList<>();
    private @Nullable Double othersPercent;

    private Conclusion completed(Verdict verdict) {
        return Conclusion.of(new Facts(
                timeline("completed", false, true, true), verdict, List.of(), reasons, audits, othersPercent));
    }

    private static Timeline timeline(String status, boolean brokenOff, boolean isDriven, boolean isMeasured) {
        List<PhaseSpan> spans =
                isDriven ? List.of(new PhaseSpan(Phase.RAMP_UP.label(), 0L, null, Instant.EPOCH, null)) : List.of();
        Window window = isMeasured ? new Window(0, 1, Instant.EPOCH, Instant.EPOCH) : null;
        return new Timeline(status, spans, window, "It ended.", "", brokenOff, null);
    }

    private static Reason reason(AuditOrRule rule, Severity severity, String message) {
        return new Reason(rule, severity, Scope.RUN, null, null, "", message);
    }

    private void audit(AuditOrRule rule, AuditResult.State state, boolean noted, @Nullable Double seen) {
        audits.add(new AuditResult(
                rule, state, Scope.agent("local"), seen, seen == null ? null : 2.0, "%", noted, false, "Seen."));
    }

    @Test
    void passWithoutLimitsHasNoDoubts() {
        audit(AuditOrRule.MIX, AuditResult.State.OK, false, null);
        audit(AuditOrRule.STEADINESS, AuditResult.State.NOT_TESTED, false, null);
        Conclusion conclusion = completed(Verdict.PASS);
        assertThat(conclusion.kind()).isEqualTo(Kind.PASS);
        assertThat(conclusion.sentence()).isEqualTo("Passed: no limit was set");
        assertThat(conclusion.meaning()).isEmpty();
    }

    @Test
    void otherProgramsMakeTimesApproximateWithoutADoubt() {
        othersPercent = 55.0;
        assertThat(completed(Verdict.PASS).kind()).isEqualTo(Kind.PASS);
        assertThat(completed(Verdict.PASS).meaning())
                .isEqualTo("Other programs used 55% of the processors: times are approximate.");
        audit(AuditOrRule.LONGEST_STALL, AuditResult.State.VIOLATED, true, 55.0);
        assertThat(completed(Verdict.PASS).kind()).isEqualTo(Kind.DOUBTS);
        assertThat(completed(Verdict.FAIL).meaning())
                .isEqualTo("Other programs used 55% of the processors and the load generator paused up to 55%: times"
                        + " are approximate.");
    }

    @Test
    void invalidRunNamesTheProgramsThatDelayedTheLoadGenerator() {
        othersPercent = 97.0;
        reasons.add(reason(AuditOrRule.DISPATCH_LAG, Severity.INVALID, "p99 is 22 ms. Lower the load."));
        assertThat(completed(Verdict.INVALID).meaning())
                .isEqualTo("The figures do not count. End the other programs, which used 97% of the processors, and run"
                        + " it again.");
        reasons.set(0, reason(AuditOrRule.MIX, Severity.INVALID, "The mix is off. Run longer."));
        assertThat(completed(Verdict.INVALID).meaning()).doesNotContain("other programs");
    }

    @Test
    void sentenceIsReadFromAStoredResult() {
        Conclusion conclusion = completed(Verdict.PASS);
        assertThat(Conclusion.storedSentence(Map.of("conclusion", Documents.tree(conclusion), "reasons", 7)))
                .contains(conclusion.sentence());
        assertThat(Conclusion.storedSentence(Map.of("conclusion", Map.of("word", "Fail"))))
                .isEmpty();
        assertThat(Conclusion.storedSentence(Map.of("conclusion", "Fail"))).isEmpty();
        assertThat(Conclusion.storedSentence(Map.of())).isEmpty();
    }

    @Test
    void passWithANotedStallHasDoubts() {
        TestPlan plan = new TestPlan();
        plan.runClass = RunClass.DEV;
        TestRun run = new TestRun(folder, plan.simple().build());
        AgentHealth stalled = new AgentHealth(TestRun.MILLI, 2_613 * TestRun.MILLI, 0.11, 0.28, 90_000_000, 40);
        for (int second = 0; second < 14; second++) {
            run.ok("1/cache", "read", second * TestRun.SECOND, TestRun.MILLI, 0);
            run.interval(stalled, second == 13);
        }
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        Conclusion conclusion = judgement.conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.DOUBTS);
        assertThat(conclusion.kind().tone()).isEqualTo("doubtful");
        assertThat(conclusion.sentence()).isEqualTo("Passed with doubts: no limit was set");
        assertThat(conclusion.meaning()).isEqualTo("The load generator paused up to 2 613 ms: times are approximate.");
        assertThat(Documents.tree(judgement))
                .extractingByKey("conclusion")
                .isEqualTo(Documents.tree(conclusion))
                .asString()
                .contains("word=Passed with doubts");
    }

    @Test
    void numberOfDoubtsIsBounded() {
        for (AuditOrRule rule : List.of(
                AuditOrRule.LONGEST_STALL,
                AuditOrRule.PACING,
                AuditOrRule.AGENT_CPU,
                AuditOrRule.STEADINESS,
                AuditOrRule.PROCESSOR_WAIT,
                AuditOrRule.STOLEN_TIME,
                AuditOrRule.THROTTLED)) {
            for (int i = 0; i < 100; i++) {
                audit(rule, AuditResult.State.VIOLATED, true, 3.0);
            }
        }
        assertThat(completed(Verdict.PASS).meaning())
                .isEqualTo("The load generator paused up to 3%, pauses of users were 3% off, the load generator used 3%"
                        + " of its processors and 3 more: times are approximate. Seen.");
    }

    @Test
    void failNamesTheLimitAndInvalidNamesTheCause() {
        String missed = "purchase: p95 is 34 ms; the limit is < 10 ms";
        reasons.add(reason(AuditOrRule.LIMIT, Severity.FAIL, missed + ". Lower the load."));
        assertThat(completed(Verdict.FAIL).sentence()).isEqualTo("Failed: " + missed);
        reasons.add(reason(AuditOrRule.OVERLOAD, Severity.FAIL, "Too much."));
        assertThat(completed(Verdict.FAIL).sentence()).isEqualTo("Failed: " + missed + ", and 1 more");
        reasons.add(new Reason(
                AuditOrRule.COMPLETION_LAG,
                Severity.INVALID,
                Scope.RUN,
                31.6,
                20.0,
                "ms",
                "Replies waited. Lower the load."));
        Conclusion invalid = completed(Verdict.INVALID);
        assertThat(invalid.sentence())
                .isEqualTo("Invalid: replies waited 31.6 ms for the load generator (p99); at most 20 ms is allowed");
        assertThat(invalid.meaning()).isEqualTo("The figures do not count. Lower the load.");
    }

    @Test
    void workloadIsNotNamedInASingleWorkloadRun() {
        TestPlan plan = new TestPlan();
        plan.limits.put("read", List.of("p95 < 1ms"));
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> run.ok("1/cache", "read", start, 3 * TestRun.MILLI, 0));
        assertThat(run.judged().conclusion().detail()).startsWith("read: p95 is 3");
    }

    private Conclusion ended(String status, boolean brokenOff, boolean driven, boolean measured) {
        audit(AuditOrRule.COMPLETED, AuditResult.State.VIOLATED, false, null);
        return Conclusion.of(new Facts(
                timeline(status, brokenOff, driven, measured), Verdict.INVALID, List.of(), reasons, audits, null));
    }

    @Test
    void doubtsAboutTheSutDoNotMakeTimesApproximate() {
        audit(AuditOrRule.STEADINESS, AuditResult.State.VIOLATED, true, null);
        reasons.add(reason(AuditOrRule.CHECK, Severity.NOTE, "Two checks are open. Wait."));
        reasons.add(reason(AuditOrRule.CHECK, Severity.NOTE, "And more."));
        assertThat(completed(Verdict.PASS).kind()).isEqualTo(Kind.DOUBTS);
        assertThat(completed(Verdict.PASS).meaning()).isEqualTo("Seen and Two checks are open.");
    }

    @Test
    void conclusionIsParsedFromItsSentence() {
        for (Kind kind : Kind.values()) {
            Conclusion conclusion = new Conclusion(kind, "Why: so.", "");
            assertThat(Conclusion.ofSentence(conclusion.sentence())).contains(conclusion);
        }
        assertThat(Conclusion.ofSentence("Pass: why.")).isEmpty();
    }

    @Test
    void figuresOfAnEarlyEndAreNotAResult() {
        String noResult = "The figures until then are not a result: do not quote or compare them.";
        assertThat(ended("interrupted", false, true, true).meaning()).isEqualTo(noResult);
        assertThat(ended("interrupted", false, true, false).meaning()).isEqualTo("No figures were measured.");
        assertThat(ended("interrupted", true, true, true).meaning()).isEqualTo(noResult);
        assertThat(ended("not-started", false, false, false).meaning()).isEqualTo("No load was driven.");
        assertThat(ended("completed", false, true, false).meaning()).isEqualTo("There are no figures. Run it again.");
    }

    @Test
    void runThatCouldNotStartNamesTheCause() {
        TestRun run = new TestRun(folder, new TestPlan().simple().build());
        run.event(new EventDetails.RunEnded("not-started", "", false), "", PREPARING);
        Judgement judgement = Judge.judge(run.read());
        assertThat(judgement.status()).isEqualTo("not-started");
        Conclusion conclusion = judgement.conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(conclusion.sentence())
                .startsWith("Could not start: " + PREPARING)
                .doesNotContain("killed");
    }

    @Test
    void crashedRunNamesTheCause() {
        TestRun run = new TestRun(folder, new TestPlan().simple().build());
        run.event(new EventDetails.RunEnded("crashed", "", false), "", PREPARING);
        Judgement judgement = Judge.judge(run.read());
        assertThat(judgement.status()).isEqualTo("crashed");
        assertThat(judgement.conclusion().sentence()).startsWith("Broke off: " + PREPARING);
        assertThat(ended("crashed", false, false, false).sentence()).isEqualTo("Could not start: Seen.");
    }

    @Test
    void interruptedRunNamesTheInterruption() {
        TestRun run = new TestRun(folder, new TestPlan().simple().build());
        run.event(new EventDetails.RunEnded("interrupted", "Ctrl-C", false), "", "The run was interrupted by Ctrl-C.");
        Conclusion conclusion = Judge.judge(run.read()).conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.STOPPED);
        assertThat(conclusion.sentence())
                .isEqualTo(
                        "Stopped on request: The run was interrupted by Ctrl-C before its steady state. Run it again to"
                                + " the end.");
    }

    @Test
    void faultThatEndedTheRunIsNamed() {
        TestRun run = new TestRun(folder, new TestPlan().simple().build());
        run.event(new EventDetails.RunEnded("interrupted", "", true), "", "Agent local has gone.");
        Conclusion conclusion = Judge.judge(run.read()).conclusion();
        assertThat(conclusion.sentence()).startsWith("Broke off: Agent local has gone. ");
    }

    private static Judgement.Note note(String scope, String message) {
        return new Judgement.Note(scope, message);
    }

    @Test
    void repeatedNoteIsShownOnceWithACount() {
        assertThat(Judgement.Note.merged(List.of(note("1/db", "Old."), note("", "Slow."), note("2/db", "Old."))))
                .containsExactly(note("1/db", "Old. (2 times)"), note("", "Slow."));
    }

    @Test
    void numberOfNotesIsBounded() {
        List<Judgement.Note> notes =
                IntStream.range(0, 10_000).mapToObj(i -> note("", "Note " + i)).toList();
        assertThat(Judgement.Note.merged(notes))
                .hasSize(101)
                .last()
                .isEqualTo(note("", "The events contain 9900 more notes."));
    }
}
