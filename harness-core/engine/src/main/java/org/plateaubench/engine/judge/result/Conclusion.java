// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;

/**
 * The conclusion of a run in words. It is composed only here, from the end of the run, its verdict, its reasons and its
 * audits; terminal, reports, JUnit, console, queue and lists all show this text.
 *
 * @param detail why, in a clause: the limits met, the limit missed, or the cause
 * @param meaning the doubts about the figures, or the remedy; empty for none
 */
public record Conclusion(Kind kind, String detail, String meaning) {
    private static final int MAX_LISTED_CLAUSES = 3;

    public enum Kind {
        PASS("Passed", "good", "\u2713"),
        /** The run passed, but an audit was violated that its class only notes. */
        DOUBTS("Passed with doubts", "doubtful", "\u2713"),
        FAIL("Failed", "bad", "\u2715"),
        INVALID("Invalid", "doubtful", "!"),
        NOT_STARTED("Could not start", "bad", "\u2715"),
        STOPPED("Stopped on request", "doubtful", "\u25a0"),
        /** A fault ended the run, and its process could still report it. */
        BROKEN_OFF("Broke off", "bad", "\u2715"),
        /** The process of the run ended without a report. */
        CRASHED("Crashed", "bad", "\u2715");

        private final String word;
        private final String tone;
        private final String sign;

        Kind(String word, String tone, String sign) {
            this.word = word;
            this.tone = tone;
            this.sign = sign;
        }

        public String word() {
            return word;
        }

        /** Good, bad or doubtful, which determines the colour. */
        public String tone() {
            return tone;
        }

        /** A character, so that colour is never the only distinction. */
        public String sign() {
            return sign;
        }
    }

    /** {@code othersPercent}, of the processors that other programs used, is null when it is small or unknown. */
    public record Facts(
            Timeline timeline,
            Verdict verdict,
            List<WorkloadResult> workloads,
            List<Reason> reasons,
            List<AuditResult> audits,
            @Nullable Double othersPercent) {}

    public static Conclusion of(Facts facts) {
        Kind kind = kind(facts);
        return new Conclusion(kind, detail(kind, facts), meaning(kind, facts));
    }

    public String cause() {
        return capitalized(detail);
    }

    public String sentence() {
        return kind.word() + ": " + detail;
    }

    private record Stored(Conclusion conclusion) {}

    /** The sentence in a stored result; empty if it has none. */
    public static Optional<String> storedSentence(Map<String, ?> result) {
        return Documents.ifValid(result, Stored.class)
                .map(stored -> stored.conclusion().sentence());
    }

    /** The conclusion of a {@link #sentence()}, without its meaning; empty if the sentence has another form. */
    public static Optional<Conclusion> ofSentence(String sentence) {
        return Stream.of(Kind.values())
                .filter(kind -> sentence.startsWith(kind.word() + ": "))
                .findFirst()
                .map(kind -> new Conclusion(kind, sentence.substring(kind.word().length() + 2), ""));
    }

    private static Kind kind(Facts facts) {
        return switch (facts.timeline().status()) {
            case Timeline.COMPLETED ->
                switch (facts.verdict()) {
                    case PASS -> isDoubtful(facts) ? Kind.DOUBTS : Kind.PASS;
                    case FAIL -> Kind.FAIL;
                    case INVALID -> Kind.INVALID;
                };
            case Timeline.NOT_STARTED -> Kind.NOT_STARTED;
            case Timeline.INTERRUPTED -> facts.timeline().brokenOff() ? Kind.BROKEN_OFF : Kind.STOPPED;
            default ->
                facts.timeline().ending() == null
                        ? Kind.CRASHED
                        : facts.timeline().isDriven() ? Kind.BROKEN_OFF : Kind.NOT_STARTED;
        };
    }

    private static boolean isDoubtful(Facts facts) {
        return facts.reasons().stream().anyMatch(reason -> reason.severity() == Severity.NOTE)
                || facts.audits().stream().anyMatch(Conclusion::isNoted);
    }

    private static boolean isNoted(AuditResult audit) {
        return audit.state() == AuditResult.State.VIOLATED && audit.noted();
    }

    private static boolean isOfTimes(AuditOrRule rule) {
        return rule.isOfHarnessLoad() || rule == AuditOrRule.HARNESS_SHARE || rule == AuditOrRule.PACING;
    }

    private static String detail(Kind kind, Facts facts) {
        return switch (kind) {
            case PASS, DOUBTS -> LimitCount.of(facts.workloads()).words();
            case FAIL -> first(facts, Severity.FAIL);
            case INVALID -> first(facts, Severity.INVALID);
            case NOT_STARTED, STOPPED, BROKEN_OFF, CRASHED -> cause(facts);
        };
    }

    private static String meaning(Kind kind, Facts facts) {
        return switch (kind) {
            case PASS, DOUBTS, FAIL -> (aborted(facts) + doubts(facts)).strip();
            case INVALID ->
                aborted(facts)
                        + (isMeasured(facts) ? "The figures do not count. " : "There are no figures. ")
                        + remedy(facts);
            case NOT_STARTED -> "No load was driven.";
            case STOPPED, BROKEN_OFF, CRASHED ->
                isMeasured(facts)
                        ? "The figures until then are not a result: do not quote or compare them."
                        : "No figures were measured.";
        };
    }

    private static boolean isMeasured(Facts facts) {
        return facts.timeline().window() != null;
    }

    /** The words that the run was ended early, with a space at the end; empty if it was not. */
    private static String aborted(Facts facts) {
        return facts.timeline().certainFailure() == null ? "" : message(facts, AuditOrRule.STEADY_LENGTH) + " ";
    }

    private static String cause(Facts facts) {
        return message(facts, AuditOrRule.COMPLETED);
    }

    private static String message(Facts facts, AuditOrRule rule) {
        return facts.audits().stream()
                .filter(audit -> audit.rule() == rule)
                .map(AuditResult::message)
                .findFirst()
                .orElse("");
    }

    private static String first(Facts facts, Severity severity) {
        List<String> clauses = clauses(facts.workloads(), facts.reasons(), severity);
        return clauses.isEmpty()
                ? "no reason is stored"
                : clauses.getFirst() + (clauses.size() == 1 ? "" : ", and " + (clauses.size() - 1) + " more");
    }

    /** The remedy of the first reason; if other programs may have delayed the load generator, to end them first. */
    private static String remedy(Facts facts) {
        return facts.reasons().stream()
                .filter(reason -> reason.severity() == Severity.INVALID)
                .findFirst()
                .map(reason -> facts.othersPercent() != null && isOfTimes(reason.rule())
                        ? "End the other programs, which used " + Figures.text(facts.othersPercent(), "%")
                                + " of the processors, and run it again."
                        : reason.remedy().isEmpty() ? reason.message() : reason.remedy())
                .orElse("Run it again.");
    }

    /** The doubts about the figures, in one or two sentences; empty for none. */
    private static String doubts(Facts facts) {
        List<String> ofTimes = new ArrayList<>();
        List<String> others = new ArrayList<>();
        if (facts.othersPercent() != null) {
            ofTimes.add("other programs used " + Figures.text(facts.othersPercent(), "%") + " of the processors");
        }
        Set<AuditOrRule> named = EnumSet.noneOf(AuditOrRule.class);
        facts.audits().stream()
                .filter(Conclusion::isNoted)
                .filter(audit -> named.add(audit.rule()))
                .forEach(audit ->
                        (isOfTimes(audit.rule()) ? ofTimes : others).add(clause(Reason.of(audit), facts.workloads())));
        facts.reasons().stream()
                .filter(reason -> reason.severity() == Severity.NOTE && named.add(reason.rule()))
                .forEach(reason -> others.add(clause(reason, facts.workloads())));
        return Stream.of(sentence(ofTimes, ": times are approximate."), sentence(others, "."))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String sentence(List<String> clauses, String end) {
        return clauses.isEmpty() ? "" : capitalized(listed(clauses)) + end;
    }

    /** The findings of the reasons of a severity, without the effects of others, as parts of a sentence. */
    public static List<String> clauses(List<WorkloadResult> workloads, List<Reason> reasons, Severity severity) {
        return reasons.stream()
                .filter(reason -> reason.severity() == severity && reason.effectOf() == null)
                .map(reason -> clause(reason, workloads))
                .toList();
    }

    private static String clause(Reason reason, List<WorkloadResult> workloads) {
        Double value = reason.value();
        Double bound = reason.bound();
        if (value == null || bound == null) {
            return found(reason, workloads);
        }
        String measured = Figures.text(value, bound, reason.unit());
        String allowed = reason.severity() == Severity.NOTE
                ? ""
                : "; at most " + Figures.bound(bound, reason.unit()) + " is allowed";
        return switch (reason.rule()) {
            case LONGEST_STALL -> "the load generator paused up to " + measured + allowed;
            case DISPATCH_LAG -> "operations began " + measured + " late (p99)" + allowed;
            case COMPLETION_LAG -> "replies waited " + measured + " for the load generator (p99)" + allowed;
            case WAKE_UP_LAG -> "the load generator woke up " + measured + " late (p99)" + allowed;
            case AGENT_CPU -> "the load generator used " + measured + " of its processors" + allowed;
            case STOLEN_TIME -> "the hypervisor withheld " + measured + " of the processors" + allowed;
            case HARNESS_SHARE -> "up to " + measured + " of a percentile is the load generator's own lag" + allowed;
            case PACING -> "pauses of users were " + measured + " off" + allowed;
            default -> found(reason, workloads);
        };
    }

    /** The first sentence of a reason, with its subject if the run has several. */
    private static String found(Reason reason, List<WorkloadResult> workloads) {
        String message = reason.message();
        int end = message.indexOf(". ");
        String sentence = end < 0 ? message.replaceFirst("\\.$", "") : message.substring(0, end);
        if (workloads.stream().anyMatch(workload -> workload.tile() > 1)) {
            return sentence;
        }
        return workloads.size() == 1
                ? sentence.replaceFirst("^1/" + workloads.getFirst().name() + "(/|: | (?=in ))", "")
                : sentence.replaceFirst("^1/", "");
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String listed(List<String> clauses) {
        List<String> shown = clauses.size() <= MAX_LISTED_CLAUSES + 1
                ? clauses
                : new ArrayList<>(clauses.subList(0, MAX_LISTED_CLAUSES));
        if (clauses.size() > MAX_LISTED_CLAUSES + 1) {
            shown.add((clauses.size() - MAX_LISTED_CLAUSES) + " more");
        }
        int last = shown.size() - 1;
        return last == 0 ? shown.getFirst() : String.join(", ", shown.subList(0, last)) + " and " + shown.get(last);
    }

    private record LimitCount(int all, int met) {
        static LimitCount of(List<WorkloadResult> workloads) {
            List<@Nullable Boolean> results = new ArrayList<>();
            for (WorkloadResult workload : workloads) {
                workload.limits().forEach(limit -> results.add(limit.met()));
                workload.checks().stream().filter(CheckResult::isBounded).forEach(check -> results.add(check.met()));
            }
            return new LimitCount(results.size(), (int)
                    results.stream().filter(Boolean.TRUE::equals).count());
        }

        String words() {
            if (all == 0) {
                return "no limit was set";
            }
            String limits = all == 1 ? " limit" : " limits";
            return all == met
                    ? (all == 1 ? "the" : "all " + all) + limits + " met"
                    : met + " of " + all + limits + " met, " + (all - met) + " not tested";
        }
    }

    public record Row(Kind kind, String word, String tone, String sign, String detail, String meaning) {}

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Conclusion of(Row row) {
        return new Conclusion(row.kind(), row.detail(), row.meaning());
    }

    @JsonValue
    Row row() {
        return new Row(kind, kind.word(), kind.tone(), kind.sign(), detail, meaning);
    }
}
