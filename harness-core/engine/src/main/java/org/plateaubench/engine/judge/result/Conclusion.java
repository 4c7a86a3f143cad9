// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Timeline;

/**
 * The conclusion of a run in words. It is composed only here, from the end of the run, its verdict, its reasons and its
 * audits; terminal, reports, JUnit, console, queue and lists all show this text.
 *
 * @param kind kind of conclusion
 * @param detail the cause, in a sentence or two
 * @param meaning what the reader should conclude and do
 */
public record Conclusion(Kind kind, String detail, String meaning) {
    /** The greatest number of rules, and of items of one rule, that a sentence lists. */
    private static final int MOST = 4;

    public enum Kind {
        PASS("Pass", "good", "\u2713"),
        /** The run passed, but an audit was violated that its class only notes. */
        DOUBTS("Pass, with doubts", "doubtful", "!"),
        FAIL("Fail", "bad", "\u2715"),
        INVALID("Invalid", "doubtful", "!"),
        /** The run could not begin its load. */
        NOT_STARTED("Could not start", "bad", "\u2715"),
        /** A person or a signal ended the run. */
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

        /** One character, so that colour is never the only distinction. */
        public String sign() {
            return sign;
        }

        public boolean isCompleted() {
            return this == PASS || this == DOUBTS || this == FAIL || this == INVALID;
        }
    }

    /**
     * The facts from which the text is composed.
     *
     * @param status completed, interrupted, not-started or crashed
     * @param isReported whether the run's process reported the end
     * @param brokenOff whether a fault, and no request, interrupted it
     * @param driven whether its load began
     * @param measured whether its steady state was reached
     * @param limited whether times of operations are marked as limited by the harness
     * @param verdict its verdict
     * @param runClass its class
     * @param reasons reasons of the verdict
     * @param audits checks of the measurement
     */
    public record Facts(
            String status,
            boolean isReported,
            boolean brokenOff,
            boolean driven,
            boolean measured,
            boolean limited,
            Verdict verdict,
            String runClass,
            List<Reason> reasons,
            List<Audit> audits) {}

    public static Conclusion of(Facts facts) {
        Kind kind = kind(facts);
        return new Conclusion(kind, detail(kind, facts), meaning(kind, facts));
    }

    public String cause() {
        return detail.substring(0, 1).toUpperCase(Locale.ROOT) + detail.substring(1);
    }

    /** Everything except the meaning, on one line. */
    public String sentence() {
        return kind.word() + ": " + detail;
    }

    /** The part of a result of any version that contains its conclusion. */
    private record Stored(Words conclusion) {}

    private record Words(String word, String detail) {}

    /** The sentence in a stored result of any version; empty if it has none. */
    public static Optional<String> storedSentence(Map<String, ?> result) {
        return Documents.fitting(result, Stored.class)
                .map(stored ->
                        stored.conclusion().word() + ": " + stored.conclusion().detail());
    }

    /** The kind of conclusion of a {@link #sentence()}; empty if the sentence has another form. */
    public static Optional<Kind> kindOf(String sentence) {
        return Stream.of(Kind.values())
                .filter(kind -> sentence.startsWith(kind.word() + ": "))
                .findFirst();
    }

    private static Kind kind(Facts facts) {
        return switch (facts.status()) {
            case Timeline.COMPLETED ->
                switch (facts.verdict()) {
                    case PASS -> isDoubtful(facts) ? Kind.DOUBTS : Kind.PASS;
                    case FAIL -> Kind.FAIL;
                    case INVALID -> Kind.INVALID;
                };
            case Timeline.NOT_STARTED -> Kind.NOT_STARTED;
            case Timeline.INTERRUPTED -> facts.brokenOff() ? Kind.BROKEN_OFF : Kind.STOPPED;
            default -> !facts.isReported() ? Kind.CRASHED : facts.driven() ? Kind.BROKEN_OFF : Kind.NOT_STARTED;
        };
    }

    private static boolean isDoubtful(Facts facts) {
        return facts.reasons().stream().anyMatch(reason -> reason.severity() == Severity.NOTE)
                || facts.audits().stream().anyMatch(Conclusion::isNoted);
    }

    /** The value of an audit beside its bound, after a colon; empty without a value. */
    private static String seen(Audit audit) {
        Double value = audit.value();
        Double bound = audit.bound();
        if (value == null) {
            return "";
        }
        return ": "
                + (bound == null
                        ? Figures.text(value, audit.unit())
                        : Figures.text(value, bound, audit.unit()) + ", " + Figures.bound(bound, audit.unit())
                                + " allowed");
    }

    private static boolean isNoted(Audit audit) {
        return audit.state() == Audit.State.VIOLATED && audit.noted();
    }

    /** Whether an audit is about the system under test, not the harness. */
    private static boolean isOfTheSystem(Audit audit) {
        return audit.rule() == Rule.STEADINESS || audit.rule() == Rule.RECONCILIATION;
    }

    private static boolean isHarnessDoubtful(Facts facts) {
        return facts.audits().stream().anyMatch(audit -> isNoted(audit) && !isOfTheSystem(audit));
    }

    private static String detail(Kind kind, Facts facts) {
        return switch (kind) {
            case PASS -> "the system under test met every requirement. " + tested(facts);
            case DOUBTS -> doubts(facts) + ". The system under test met every requirement. " + tested(facts);
            case FAIL ->
                "the system under test did not meet every requirement (" + counted(facts, Severity.FAIL) + ")."
                        + (isDoubtful(facts) ? " In doubt: " + doubts(facts) + "." : "") + " " + tested(facts);
            case INVALID ->
                "the figures cannot be trusted (" + counted(facts, Severity.INVALID) + "). " + tested(facts);
            case NOT_STARTED, STOPPED, BROKEN_OFF, CRASHED -> cause(facts);
        };
    }

    /** The cause, as given by the audit of completeness. */
    private static String cause(Facts facts) {
        return facts.audits().stream()
                .filter(audit -> audit.rule() == Rule.COMPLETED && audit.state() == Audit.State.VIOLATED)
                .map(Audit::message)
                .findFirst()
                .orElse("The run did not reach its planned end.");
    }

    /** The doubts: the noted audits with their values, then other rules. */
    private static String doubts(Facts facts) {
        Map<Rule, List<Audit>> byRule = new LinkedHashMap<>();
        facts.audits().stream()
                .filter(Conclusion::isNoted)
                .forEach(audit -> byRule.computeIfAbsent(audit.rule(), rule -> new ArrayList<>())
                        .add(audit));
        List<String> names = new ArrayList<>();
        byRule.forEach((rule, audits) -> {
            Audit first = audits.getFirst();
            String more = audits.size() == 1 ? "" : " and " + (audits.size() - 1) + " more";
            names.add(lower(rule.title()) + " (" + first.scope() + seen(first) + more + ")");
        });
        facts.reasons().stream()
                .filter(reason -> reason.severity() == Severity.NOTE
                        && byRule.keySet().stream().noneMatch(rule -> rule == reason.rule()))
                .map(reason -> lower(reason.rule().title()))
                .distinct()
                .forEach(names::add);
        String noted = facts.runClass().equals(RunClass.DEV.label()) ? ", only noted in class dev" : ", only noted";
        return listed(names) + (byRule.isEmpty() ? "" : noted);
    }

    /** Rules with the number of reasons of each. */
    private static String counted(Facts facts, Severity severity) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        facts.reasons().stream()
                .filter(reason -> reason.severity() == severity)
                .forEach(reason -> counts.merge(reason.rule().title(), 1, Integer::sum));
        List<String> names = new ArrayList<>();
        counts.forEach((rule, count) -> names.add(named(rule, count)));
        return names.isEmpty() ? "no reason is stored" : listed(names);
    }

    /** The results of the audits, with the names of those that were not tested. */
    private static String tested(Facts facts) {
        long comparisons = facts.audits().stream()
                .filter(audit -> audit.rule() == Rule.RECONCILIATION && audit.state() == Audit.State.OK)
                .count();
        long ok = facts.audits().stream()
                        .filter(audit -> audit.state() == Audit.State.OK)
                        .count()
                - comparisons;
        Map<Rule, Integer> open = new LinkedHashMap<>();
        facts.audits().stream()
                .filter(audit -> audit.state() == Audit.State.NOT_TESTED)
                .forEach(audit -> open.merge(audit.rule(), 1, Integer::sum));
        List<String> names = new ArrayList<>();
        open.forEach((rule, count) -> names.add(named(rule.title(), count)));
        return ok + (ok == 1 ? " audit" : " audits")
                + (comparisons == 0
                        ? ""
                        : " and " + comparisons + (comparisons == 1 ? " comparison" : " comparisons") + " with the SUT")
                + " ok"
                + (names.isEmpty() ? "." : "; not tested: " + listed(names) + ".");
    }

    private static String named(String title, int count) {
        return lower(title) + (count == 1 ? "" : ", " + count + " times");
    }

    private static String lower(String title) {
        // An abbreviation, such as QoS or CPU at the beginning, stays unchanged.
        return title.length() > 1 && Character.isLowerCase(title.charAt(1)) && !title.startsWith("QoS")
                ? title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1)
                : title;
    }

    private static String listed(List<String> names) {
        return names.size() <= MOST + 1
                ? String.join("; ", names)
                : String.join("; ", names.subList(0, MOST)) + "; and " + (names.size() - MOST) + " more";
    }

    private static String keptUp(Facts facts) {
        return "The harness kept up, as far as this was tested: the figures describe the SUT"
                + (facts.limited() ? ", except those that are marked as limited by the harness" : "");
    }

    private static String meaning(Kind kind, Facts facts) {
        return switch (kind) {
            case PASS -> keptUp(facts) + ".";
            case DOUBTS ->
                (isHarnessDoubtful(facts)
                                ? "The harness did not do well enough for a published run."
                                : "The harness kept up, as far as this was tested, but the run does not meet every"
                                        + " condition for publication.")
                        + " The figures are good enough for trying things out, but not for comparison or publication.";
            case FAIL ->
                isHarnessDoubtful(facts)
                        ? "The harness did not do well enough for a published run, so it may share the blame. Correct"
                                + " what is named here before you blame the SUT."
                        : keptUp(facts) + ", and they are not good enough.";
            case INVALID ->
                facts.measured()
                        ? "The measurement itself went wrong, so the figures of the SUT may be too good or too bad by"
                                + " an unknown amount. Correct what is named here and run again."
                        : "There are no figures. Correct what is named here and run again.";
            case NOT_STARTED ->
                "Preparing the run failed, so no load was driven and there are no figures. Correct what is named"
                        + " here and run again.";
            case STOPPED ->
                facts.measured()
                        ? "The figures measured until then are shown. They are not a result: do not quote or compare"
                                + " them."
                        : "No figures were measured" + (facts.driven() ? "." : ", since no load was driven.");
            case BROKEN_OFF, CRASHED ->
                facts.measured()
                        ? "The figures measured until then are shown. They are not a result: do not quote or compare"
                                + " them."
                                + " Correct what is named here and run again."
                        : "No figures were measured. Correct what is named here and run again.";
        };
    }

    /** The form in {@code result.json} and the API. */
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
