// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;

/**
 * Writes the judgement as JUnit XML of two suites. {@code limits} has a case for each limit, each check with bounds and
 * each other rule of the SUT, the missed ones first; {@code audits} has a case for each audit, and for each other rule
 * of the measurement. A failure means that the SUT did not meet a requirement, an error that the measurement cannot be
 * trusted.
 */
public final class JUnitReport {
    private final Judgement judgement;

    private JUnitReport(Judgement judgement) {
        this.judgement = judgement;
    }

    public static String of(Judgement judgement) {
        try {
            return new JUnitReport(judgement).write();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string takes every character", e);
        }
    }

    private record Case(String name, Outcome outcome, String message) {}

    private String write() throws XMLStreamException {
        StringWriter document = new StringWriter();
        XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(document);
        List<Case> limits = limits();
        List<Case> audits = audits();
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuites");
        xml.writeAttribute("name", clean("plateau " + judgement.name()));
        counts(xml, Stream.concat(limits.stream(), audits.stream()).toList());
        xml.writeCharacters("\n");
        suite(xml, "limits", limits);
        suite(xml, "audits", audits);
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.close();
        return document + "\n";
    }

    private void suite(XMLStreamWriter xml, String name, List<Case> cases) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", name);
        counts(xml, cases);
        if (judgement.window() != null) {
            String start = judgement.window().start().toString();
            xml.writeAttribute("timestamp", start.substring(0, Math.min(19, start.length())));
        }
        xml.writeCharacters("\n");
        if (name.equals("limits")) {
            properties(xml);
        }
        for (Case one : cases) {
            write(xml, name, one);
        }
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    private void counts(XMLStreamWriter xml, List<Case> cases) throws XMLStreamException {
        xml.writeAttribute("tests", String.valueOf(cases.size()));
        xml.writeAttribute("failures", count(cases, Outcome.FAILURE));
        xml.writeAttribute("errors", count(cases, Outcome.ERROR));
        xml.writeAttribute("skipped", count(cases, Outcome.SKIPPED));
        xml.writeAttribute("time", String.format(Locale.ROOT, "%.3f", seconds()));
    }

    private static String count(List<Case> cases, Outcome outcome) {
        return String.valueOf(
                cases.stream().filter(one -> one.outcome() == outcome).count());
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
        rules(cases, reason -> reason.severity() != Severity.INVALID);
        cases.sort(Comparator.comparing(one -> one.outcome() != Outcome.FAILURE));
        return cases;
    }

    private List<Case> audits() {
        List<Case> cases = new ArrayList<>();
        judgement.audits().forEach(audit -> cases.add(audit(audit)));
        rules(cases, reason -> reason.severity() == Severity.INVALID);
        cases.sort(Comparator.comparing(one -> one.outcome() != Outcome.ERROR && one.outcome() != Outcome.FAILURE));
        return cases;
    }

    /** Adds a case for each reason that is neither a limit nor a check nor an audit. */
    private void rules(List<Case> cases, Predicate<Reason> wanted) {
        judgement.reasons().stream()
                .filter(reason -> reason.rule() != Rule.LIMIT && reason.rule() != Rule.CHECK && !isAudit(reason))
                .filter(wanted)
                .forEach(reason -> cases.add(new Case(
                        reason.rule().title() + " " + reason.scope(), outcome(reason.severity()), reason.message())));
    }

    /** Writes the verdict, the score, and the labels of figures that are not corrected for omission. */
    private void properties(XMLStreamWriter xml) throws XMLStreamException {
        List<Map.Entry<String, String>> properties = new ArrayList<>();
        properties.add(Map.entry("verdict", judgement.conclusion().sentence()));
        properties.add(Map.entry("class", judgement.runClass()));
        if (judgement.score() != null) {
            properties.add(Map.entry("score", ScoreText.of(judgement.score())));
        }
        for (WorkloadResult workload : judgement.workloads()) {
            String scope = workload.scope().toString();
            String label = workload.load().label();
            if (!label.isEmpty()) {
                properties.add(Map.entry(scope, label));
            }
        }
        xml.writeStartElement("properties");
        for (Map.Entry<String, String> property : properties) {
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", clean(property.getKey()));
            xml.writeAttribute("value", clean(property.getValue()));
        }
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    private double seconds() {
        return judgement.window() == null ? 0 : judgement.window().seconds();
    }

    private static Case limit(WorkloadResult workload, LineResult line, LimitResult result) {
        String name = workload.scope() + "/" + line.name() + ": " + result.limit();
        String seen = result.seen("nothing was measured");
        String untested = result.untested();
        String message = untested == null ? "Measured: " + seen + "." : untested + " Measured: " + seen + ".";
        return new Case(name, outcome(result.met()), message);
    }

    private static Case check(WorkloadResult workload, CheckResult result) {
        String name = workload.scope() + ": " + result.name() + " " + result.bounds();
        String seen = result.seen("nothing was measured");
        return new Case(
                name,
                outcome(result.met()),
                (result.met() == null ? "Too little to tell: " : "Measured: ") + seen + ".");
    }

    private static Outcome outcome(@Nullable Boolean met) {
        return met == null ? Outcome.SKIPPED : met ? Outcome.PASSED : Outcome.FAILURE;
    }

    private Case audit(Audit audit) {
        String name = audit.rule().label() + " " + audit.scope()
                + (audit.rule() == Rule.RECONCILIATION ? " " + audit.unit() : "");
        Outcome outcome = switch (audit.state()) {
            case OK -> Outcome.PASSED;
            case VIOLATED ->
                // If the figures can be trusted, a violation counts against the SUT.
                audit.noted()
                        ? Outcome.SKIPPED
                        : audit.fails() || judgement.verdict() != Verdict.INVALID ? Outcome.FAILURE : Outcome.ERROR;
            case NOT_TESTED -> Outcome.SKIPPED;
        };
        return new Case(name, outcome, audit.message());
    }

    private static boolean isAudit(Reason reason) {
        return reason.rule().label().startsWith("M");
    }

    private static Outcome outcome(Severity severity) {
        return switch (severity) {
            case NOTE -> Outcome.SKIPPED;
            case FAIL -> Outcome.FAILURE;
            case INVALID -> Outcome.ERROR;
        };
    }

    private enum Outcome {
        PASSED(null),
        FAILURE("failure"),
        ERROR("error"),
        SKIPPED("skipped");

        private final @Nullable String element;

        Outcome(@Nullable String element) {
            this.element = element;
        }
    }

    private void write(XMLStreamWriter xml, String suite, Case one) throws XMLStreamException {
        xml.writeCharacters("  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean("plateau." + judgement.name() + "." + suite));
        xml.writeAttribute("name", clean(one.name()));
        xml.writeAttribute("time", "0");
        if (one.outcome().element != null) {
            xml.writeEmptyElement(one.outcome().element);
            xml.writeAttribute("message", clean(one.message()));
        }
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    /** Replaces characters that are not allowed in XML 1.0 by a question mark. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().map(point -> isXml(point) ? point : '?').forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isXml(int point) {
        return point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0x20 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
    }
}
