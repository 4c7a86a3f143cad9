// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Conclusion.Facts;
import org.plateaubench.engine.judge.result.Conclusion.Kind;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.measure.interval.AgentHealth;

class ConclusionTest {
    private static final String PREPARING = "SUT db: no server answers at db.lab; start it.";

    @TempDir
    Path folder;

    private final List<Reason> reasons = new ArrayList<>();
    private final List<Audit> audits = new ArrayList<>();
    private boolean limited;

    private Conclusion completed(Verdict verdict) {
        return Conclusion.of(new Facts("completed", true, false, true, true, limited, verdict, "dev", reasons, audits));
    }

    private static Reason reason(Rule rule, Severity severity) {
        return new Reason(rule, severity, Scope.RUN, null, null, "", "Why.");
    }

    private void audit(Rule rule, Audit.State state, boolean noted, @Nullable Double seen) {
        audits.add(new Audit(rule, state, Scope.agent("local"), seen, seen == null ? null : 2.0, "%", noted, "Seen."));
    }

    @Test
    void aPassWithoutDoubtsNamesWhatWasNotTested() {
        audit(Rule.MIX, Audit.State.OK, false, null);
        audit(Rule.STEADINESS, Audit.State.NOT_TESTED, false, null);
        audit(Rule.STEADINESS, Audit.State.NOT_TESTED, false, null);
        audit(Rule.AGENT_CPU, Audit.State.NOT_TESTED, false, null);
        Conclusion conclusion = completed(Verdict.PASS);
        assertThat(conclusion.kind()).isEqualTo(Kind.PASS);
        assertThat(conclusion.sentence())
                .isEqualTo("Pass: the system under test met every requirement. 1 audit ok; not tested:"
                        + " steadiness, 2 times; agent CPU.");
        assertThat(conclusion.meaning()).contains("as far as this was tested");
    }

    @Test
    void theSentenceIsReadFromAStoredResult() {
        Conclusion conclusion = completed(Verdict.PASS);
        assertThat(Conclusion.storedSentence(Map.of("conclusion", Documents.tree(conclusion), "reasons", 7)))
                .contains(conclusion.sentence());
        assertThat(Conclusion.storedSentence(Map.of("conclusion", Map.of("word", "Fail", "detail", "p95."))))
                .contains("Fail: p95.");
        assertThat(Conclusion.storedSentence(Map.of("conclusion", Map.of("word", "Fail"))))
                .isEmpty();
        assertThat(Conclusion.storedSentence(Map.of("conclusion", "Fail"))).isEmpty();
        assertThat(Conclusion.storedSentence(Map.of())).isEmpty();
    }

    @Test
    void figuresThatAreLimitedByTheHarnessAreNotCalledTheSuts() {
        String all = "The harness kept up, as far as this was tested: the figures describe the SUT";
        assertThat(completed(Verdict.PASS).meaning()).isEqualTo(all + ".");
        limited = true;
        String others = all + ", except those that are marked as limited by the harness";
        assertThat(completed(Verdict.PASS).meaning()).isEqualTo(others + ".");
        assertThat(completed(Verdict.FAIL).meaning()).isEqualTo(others + ", and they are not good enough.");
    }

    @Test
    void aPassOverANotedStallIsAPassWithDoubtsInAmber() {
        MadePlan plan = new MadePlan();
        plan.runClass = RunClass.DEV;
        MadeRun run = new MadeRun(folder, plan.simple().build());
        AgentHealth stalled = new AgentHealth(MadeRun.MILLI, 2_613 * MadeRun.MILLI, 0.11, 0.28, 90_000_000, 40);
        for (int second = 0; second < 14; second++) {
            run.ok("1/cache", "read", second * MadeRun.SECOND, MadeRun.MILLI, 0);
            run.interval(stalled, second == 13);
        }
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        Conclusion conclusion = judgement.conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.DOUBTS);
        assertThat(conclusion.kind().tone()).isEqualTo("doubtful");
        assertThat(conclusion.sentence())
                .startsWith("Pass, with doubts: longest stall (agent/local: 2 613 ms, 50 ms allowed)")
                .contains("only noted in class dev");
        assertThat(Documents.tree(judgement))
                .extractingByKey("conclusion")
                .isEqualTo(Documents.tree(conclusion))
                .asString()
                .contains("word=Pass, with doubts");
    }

    @Test
    void manyDoubtsAreBounded() {
        for (Rule rule : List.of(
                Rule.LONGEST_STALL,
                Rule.PACING,
                Rule.AGENT_CPU,
                Rule.STEADINESS,
                Rule.MIX,
                Rule.DRAWS,
                Rule.ARRIVALS)) {
            for (int i = 0; i < 100; i++) {
                audit(rule, Audit.State.VIOLATED, true, 3.0);
            }
        }
        assertThat(completed(Verdict.PASS).sentence())
                .contains("longest stall (agent/local: 3%, 2% allowed and 99 more); ")
                .contains("; and 3 more, only noted in class dev")
                .hasSizeLessThan(600);
    }

    @Test
    void aFailAndAnInvalidRunNameTheirRulesWithCounts() {
        reasons.add(reason(Rule.LIMIT, Severity.FAIL));
        reasons.add(reason(Rule.LIMIT, Severity.FAIL));
        reasons.add(reason(Rule.OVERLOAD, Severity.FAIL));
        assertThat(completed(Verdict.FAIL).sentence())
                .startsWith("Fail: the system under test did not meet every requirement (QoS limit, 2 times;"
                        + " overload).");
        reasons.add(reason(Rule.MIX, Severity.INVALID));
        assertThat(completed(Verdict.INVALID).sentence()).startsWith("Invalid: the figures cannot be trusted (mix).");
    }

    private Conclusion ended(String status, boolean brokenOff, boolean driven, boolean measured) {
        return Conclusion.of(
                new Facts(status, true, brokenOff, driven, measured, limited, Verdict.INVALID, "dev", reasons, audits));
    }

    @Test
    void whatIsInDoubtOfTheSystemIsNotBlamedOnTheHarness() {
        for (Rule rule : List.of(Rule.STEADINESS, Rule.RECONCILIATION)) {
            audits.clear();
            audit(Rule.PACING, Audit.State.VIOLATED, false, null);
            audit(rule, Audit.State.VIOLATED, true, null);
            assertThat(completed(Verdict.PASS).meaning())
                    .startsWith("The harness kept up, as far as this was tested, but");
            assertThat(completed(Verdict.FAIL).meaning())
                    .endsWith("the figures describe the SUT, and they are not good enough.");
        }
        audit(Rule.PACING, Audit.State.VIOLATED, true, null);
        assertThat(completed(Verdict.PASS).meaning()).startsWith("The harness did not do well enough");
        assertThat(completed(Verdict.FAIL).meaning()).contains("it may share the blame");
        assertThat(completed(Verdict.FAIL).detail()).contains("). In doubt: reconciliation (agent/local); pacing (");
    }

    @Test
    void aNoteIsADoubtAndIsNamedOnceBesidesTheAuditsThatAreNoted() {
        reasons.add(reason(Rule.CHECK, Severity.NOTE));
        reasons.add(reason(Rule.AGENT_CPU, Severity.NOTE));
        reasons.add(reason(Rule.CHECK, Severity.NOTE));
        reasons.add(reason(Rule.OVERLOAD, Severity.FAIL));
        assertThat(completed(Verdict.PASS).sentence())
                .startsWith("Pass, with doubts: check; agent CPU. The system under test");
        reasons.add(reason(Rule.PACING, Severity.NOTE));
        audit(Rule.PACING, Audit.State.VIOLATED, true, 3.0);
        audit(Rule.MIX, Audit.State.OK, true, null);
        String named = "pacing (agent/local: 3%, 2% allowed); check; agent CPU, only noted";
        assertThat(completed(Verdict.PASS).detail()).startsWith(named + " in class dev. ");
        assertThat(Conclusion.of(new Facts(
                                "completed", true, false, true, true, false, Verdict.PASS, "standard", reasons, audits))
                        .detail())
                .startsWith(named + ". ");
    }

    @Test
    void fiveNamesAreListedAndOfSixFour() {
        for (Rule rule : List.of(Rule.MIX, Rule.DRAWS, Rule.OVERLOAD, Rule.LIMIT, Rule.CHECK)) {
            reasons.add(reason(rule, Severity.FAIL));
        }
        assertThat(completed(Verdict.FAIL).detail()).contains("(mix; drawn gaps; overload; QoS limit; check)");
        reasons.add(reason(Rule.THROTTLED, Severity.FAIL));
        assertThat(completed(Verdict.FAIL).detail()).contains("(mix; drawn gaps; overload; QoS limit; and 2 more)");
    }

    @Test
    void theKindIsReadFromItsSentenceAgain() {
        for (Kind kind : Kind.values()) {
            assertThat(Conclusion.kindOf(new Conclusion(kind, "Why.", "").sentence()))
                    .contains(kind);
        }
        assertThat(Conclusion.kindOf("Passed: why.")).isEmpty();
    }

    @Test
    void theCauseIsThatOfTheAuditOfCompleteness() {
        audits.add(new Audit(Rule.COMPLETED, Audit.State.OK, Scope.RUN, null, null, "", false, "It ended."));
        audits.add(new Audit(Rule.PACING, Audit.State.VIOLATED, Scope.RUN, null, null, "", false, "Slow."));
        assertThat(ended("interrupted", false, true, true).detail())
                .isEqualTo("The run did not reach its planned end.");
        audits.add(new Audit(Rule.COMPLETED, Audit.State.VIOLATED, Scope.RUN, null, null, "", false, "Stopped."));
        assertThat(ended("interrupted", false, true, true).detail()).isEqualTo("Stopped.");
    }

    @Test
    void whatWasMeasuredUntilAnEarlyEndIsNoResult() {
        String noResult =
                "The figures measured until then are shown. They are not a result: do not quote or compare" + " them.";
        assertThat(ended("interrupted", false, true, true).meaning()).isEqualTo(noResult);
        assertThat(ended("interrupted", false, true, false).meaning()).isEqualTo("No figures were measured.");
        assertThat(ended("interrupted", false, false, false).meaning())
                .isEqualTo("No figures were measured, since no load was driven.");
        assertThat(ended("interrupted", true, true, true).meaning())
                .isEqualTo(noResult + " Correct what is named here and run again.");
        assertThat(ended("interrupted", true, true, false).meaning())
                .isEqualTo("No figures were measured. Correct what is named here and run again.");
        assertThat(ended("completed", false, true, false).meaning())
                .isEqualTo("There are no figures. Correct what is named here and run again.");
        assertThat(ended("completed", false, true, true).meaning()).startsWith("The measurement itself went wrong");
    }

    @Test
    void aRunThatCouldNotStartTellsItsTrueCause() {
        MadeRun run = new MadeRun(folder, new MadePlan().simple().build());
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
    void aRunThatCrashedTellsItsCause() {
        MadeRun run = new MadeRun(folder, new MadePlan().simple().build());
        run.event(new EventDetails.RunEnded("crashed", "", false), "", PREPARING);
        Judgement judgement = Judge.judge(run.read());
        assertThat(judgement.status()).isEqualTo("crashed");
        assertThat(judgement.conclusion().sentence()).startsWith("Broke off: " + PREPARING);
        audits.add(new Audit(Rule.COMPLETED, Audit.State.VIOLATED, Scope.RUN, null, null, "", false, PREPARING));
        assertThat(Conclusion.of(new Facts(
                                "crashed", true, false, false, false, false, Verdict.INVALID, "dev", reasons, audits))
                        .sentence())
                .isEqualTo("Could not start: " + PREPARING);
    }

    @Test
    void aRunThatVanishedIsCrashed() {
        MadeRun run = new MadeRun(folder, new MadePlan().simple().build());
        run.ok("1/cache", "read", 0, MadeRun.MILLI, 0);
        run.interval(false);
        Conclusion conclusion = Judge.judge(run.read()).conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.CRASHED);
        assertThat(conclusion.detail()).contains("ended without a last event");
    }

    @Test
    void whoStoppedARunIsNamed() {
        MadeRun run = new MadeRun(folder, new MadePlan().simple().build());
        run.event(new EventDetails.RunEnded("interrupted", "Ctrl-C", false), "", "The run was interrupted by Ctrl-C.");
        Conclusion conclusion = Judge.judge(run.read()).conclusion();
        assertThat(conclusion.kind()).isEqualTo(Kind.STOPPED);
        assertThat(conclusion.sentence())
                .isEqualTo(
                        "Stopped on request: The run was interrupted by Ctrl-C before its steady state. Run it again to"
                                + " the end.");
    }

    @Test
    void aFaultThatEndedARunIsNamedAndIsNobodysWish() {
        MadeRun run = new MadeRun(folder, new MadePlan().simple().build());
        run.event(new EventDetails.RunEnded("interrupted", "", true), "", "Agent local has gone.");
        Conclusion conclusion = Judge.judge(run.read()).conclusion();
        assertThat(conclusion.sentence()).startsWith("Broke off: Agent local has gone. ");
    }

    private static Judgement.Note note(String scope, String message) {
        return new Judgement.Note(scope, message);
    }

    @Test
    void aNoteThatIsRepeatedIsOneWithACount() {
        assertThat(RepeatedNotes.merged(List.of(note("sut/db", "Old."), note("", "Slow."), note("sut/db", "Old."))))
                .containsExactly(note("sut/db", "Old. (2 times)"), note("", "Slow."));
    }

    @Test
    void aNoteOfManyWorkloadsNamesTheFirstOfThem() {
        List<Judgement.Note> notes = IntStream.rangeClosed(1, 68)
                .mapToObj(i -> note(i + "/mail", "Small."))
                .toList();
        assertThat(RepeatedNotes.merged(notes))
                .containsExactly(note("1/mail", "Small. (The same of 2/mail, 3/mail, 4/mail and 64 more.)"));
    }

    @Test
    void veryManyNotesAreBounded() {
        List<Judgement.Note> notes =
                IntStream.range(0, 10_000).mapToObj(i -> note("", "Note " + i)).toList();
        assertThat(RepeatedNotes.merged(notes))
                .hasSize(101)
                .last()
                .isEqualTo(note("", "The events contain 9900 more notes."));
    }
}
