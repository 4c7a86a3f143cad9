// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.engine.report.PublicReport.HtmlText;

/**
 * Writes the judgement as JUnit XML of two suites. {@code limits} has a case for each limit, each check with bounds and
 * each other rule of the SUT, the missed ones first; {@code audits} has a case for each audit, and for each other rule
 * of the measurement. A failure means that the SUT misses a requirement, an error that the measurement is not trusted.
 */
public final class JUnitReport {
    private static final String PASSED = "";
    private static final String FAILURE = "failure";
    private static final String ERROR = "error";
    private static final String SKIPPED = "skipped";

    private final Judgement judgement;

    private JUnitReport(Judgement judgement) {
        this.judgement = judgement;
    }

    public static String of(Judgement judgement) {
        return new JUnitReport(judgement).write();
    }

    /** A case; its outcome is the name of its element, empty if it passed. */
    private record Case(String name, String outcome, String message) {}

    private String write() {
        List<Case> limits = limits();
        List<Case> audits = audits();
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="%s"%s>
                %s%s</testsuites>
                """.formatted(
                        escaped("plateau " + judgement.name()),
                        counts(Stream.concat(limits.stream(), audits.stream()).toList()),
                        suite("limits", limits, properties()),
                        suite("audits", audits, ""));
    }

    private String suite(String name, List<Case> cases, String properties) {
        StringBuilder text = new StringBuilder();
        cases.forEach(testCase -> text.append("""
                  <testcase classname="%s" name="%s" time="0">%s</testcase>
                """.formatted(
                        escaped("plateau." + judgement.name() + "." + name),
                        escaped(testCase.name()),
                        testCase.outcome().isEmpty()
                                ? ""
                                : "<" + testCase.outcome() + " message=\"" + escaped(testCase.message()) + "\"/>")));
        String start = judgement.window() == null
                ? ""
                : " timestamp=\"" + judgement.window().start().toString().replaceFirst("(\\.\\d+)?Z$", "") + "\"";
        return """
                <testsuite name="%s"%s%s>
                %s%s</testsuite>
                """.formatted(name, counts(cases), start, properties, text);
    }

    private String counts(List<Case> cases) {
        double seconds = judgement.window() == null ? 0 : judgement.window().seconds();
        return String.format(
                Locale.ROOT,
                " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\"",
                cases.size(),
                count(cases, FAILURE),
                count(cases, ERROR),
                count(cases, SKIPPED),
                seconds);
    }

    private static long count(List<Case> cases, String outcome) {
        return cases.stream()
                .filter(testCase -> testCase.outcome().equals(outcome))
                .count();
    }

    /** The verdict, the score, and the labels of figures that are not corrected for omission. */
    private String properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("verdict", judgement.conclusion().sentence());
        properties.put("class", judgement.runClass());
        if (judgement.score() != null) {
            properties.put("score", ScoreText.of(judgement.score()));
        }
        judgement.workloads().stream()
                .filter(workload -> !workload.load().label().isEmpty())
                .forEach(workload -> properties.put(
                        workload.scope().toString(), workload.load().label()));
        StringBuilder text = new StringBuilder();
        properties.forEach((name, value) ->
                text.append("<property name=\"%s\" value=\"%s\"/>".formatted(escaped(name), escaped(value))));
        return "<properties>" + text + "</properties>\n";
    }

    private static String escaped(String text) {
        return HtmlText.escaped(text);
    }

    private List<Case> limits() {
        List<Case> cases = new ArrayList<>();
        for (WorkloadResult workload : judgement.workloads()) {
            for (LineResult line : workload.lines()) {
                line.limits().forEach(limit -> cases.add(limit(workload, line, limit)));
            }
            workload.checks().stream()
                    .filter(CheckResult::isBounded)
                    .forEach(check -> cases.add(check(workload, check)));
        }
        addRules(cases, reason -> reason.severity() != Severity.INVALID);
        return ordered(cases);
    }

    private List<Case> audits() {
        List<Case> cases = new ArrayList<>();
        judgement.audits().forEach(audit -> cases.add(audit(audit)));
        addRules(cases, reason -> reason.severity() == Severity.INVALID);
        return ordered(cases);
    }

    private static List<Case> ordered(List<Case> cases) {
        cases.sort(Comparator.comparing(testCase -> !Set.of(FAILURE, ERROR).contains(testCase.outcome())));
        return cases;
    }

    /** Adds a case for each reason that is neither a limit nor a check nor an audit. */
    private void addRules(List<Case> cases, Predicate<Reason> included) {
        judgement.reasons().stream()
                .filter(included)
                .filter(reason -> reason.rule() != AuditOrRule.LIMIT
                        && reason.rule() != AuditOrRule.CHECK
                        && !reason.rule().label().startsWith("M"))
                .forEach(reason -> cases.add(new Case(
                        reason.rule().title() + " " + reason.scope(),
                        switch (reason.severity()) {
                            case NOTE -> SKIPPED;
                            case FAIL -> FAILURE;
                            case INVALID -> ERROR;
                        },
                        reason.message())));
    }

    private static Case limit(WorkloadResult workload, LineResult line, LimitResult result) {
        String name = workload.scope() + "/" + line.name() + ": " + result.limit();
        String untested = result.untested() == null ? "" : result.untested() + " ";
        return new Case(name, outcome(result.met()), untested + measured(result.value(), result.valueText("")));
    }

    private static Case check(WorkloadResult workload, CheckResult result) {
        String name = workload.scope() + ": " + result.name() + " " + result.bounds();
        String untested = result.met() == null ? "Too little for a test. " : "";
        return new Case(name, outcome(result.met()), untested + measured(result.value(), result.valueText("")));
    }

    private static String measured(@Nullable Double value, String text) {
        return value == null ? "Nothing was measured." : "Measured: " + text + ".";
    }

    private static String outcome(@Nullable Boolean met) {
        return met == null ? SKIPPED : met ? PASSED : FAILURE;
    }

    private Case audit(AuditResult audit) {
        String name = audit.rule().label() + " " + audit.scope()
                + (audit.rule() == AuditOrRule.RECONCILIATION ? " " + audit.unit() : "");
        String outcome = switch (audit.state()) {
            case OK -> PASSED;
            case VIOLATED ->
                // If the figures can be trusted, a violation counts against the SUT.
                audit.noted() ? SKIPPED : audit.fails() || judgement.verdict() != Verdict.INVALID ? FAILURE : ERROR;
            case NOT_TESTED -> SKIPPED;
        };
        return new Case(name, outcome, audit.message());
    }
}
