// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;

/**
 * Writes the judgement as JUnit XML: a case for each limit, each check with bounds, each audit, each other violated
 * rule, and the verdict. A failure means that the SUT did not meet a requirement, an error that the measurement cannot
 * be trusted.
 */
public final class JUnitReport {
    /** Greatest number of reasons that the case of the verdict repeats; each reason has its own case. */
    private static final int MOST_REASONS = 10;

    private final Judgement judgement;
    private final StringBuilder cases = new StringBuilder();
    private int tests;
    private int failures;
    private int errors;
    private int skipped;

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

    private String write() throws XMLStreamException {
        addCases();
        StringWriter document = new StringWriter();
        XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(document);
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", clean("plateau " + judgement.name()));
        xml.writeAttribute("tests", String.valueOf(tests));
        xml.writeAttribute("failures", String.valueOf(failures));
        xml.writeAttribute("errors", String.valueOf(errors));
        xml.writeAttribute("skipped", String.valueOf(skipped));
        xml.writeAttribute("time", String.format(Locale.ROOT, "%.3f", seconds()));
        if (judgement.window() != null) {
            String start = judgement.window().start().toString();
            xml.writeAttribute("timestamp", start.substring(0, Math.min(19, start.length())));
        }
        xml.writeCharacters("\n");
        properties(xml);
        xml.flush();
        document.append(cases);
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.close();
        return document + "\n";
    }

    private void addCases() throws XMLStreamException {
        verdict();
        for (WorkloadResult workload : judgement.workloads()) {
            for (LineResult line : workload.lines()) {
                for (LimitResult limit : line.limits()) {
                    limit(workload, line, limit);
                }
            }
            for (CheckResult check : workload.checks()) {
                check(workload, check);
            }
        }
        for (Audit audit : judgement.audits()) {
            audit(audit);
        }
        for (Reason reason : judgement.reasons()) {
            if (reason.rule() != Rule.LIMIT && reason.rule() != Rule.CHECK && !isAudit(reason)) {
                add(
                        "rules",
                        reason.rule().title() + " " + reason.scope(),
                        outcome(reason.severity()),
                        reason.message());
            }
        }
    }

    /**
     * Writes the score, and the labels of figures that are not corrected for omission or are limited by the harness.
     */
    private void properties(XMLStreamWriter xml) throws XMLStreamException {
        List<Map.Entry<String, String>> properties = new ArrayList<>();
        if (judgement.score() != null) {
            properties.add(Map.entry("score", ScoreText.of(judgement.score())));
        }
        for (WorkloadResult workload : judgement.workloads()) {
            String scope = workload.scope().toString();
            String label = workload.load().label();
            if (!label.isEmpty()) {
                properties.add(Map.entry(scope, label));
            }
            limited(workload).forEach(sentence -> properties.add(Map.entry(scope, sentence)));
            figures(scope, workload.all(), properties);
            workload.lines().forEach(line -> figures(workload.scope(line.name()).toString(), line, properties));
        }
        if (properties.isEmpty()) {
            return;
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

    /** A property for each figure of a line. */
    private static void figures(String scope, LineResult line, List<Map.Entry<String, String>> properties) {
        for (Figure figure : OperationFigures.in(Figure.View.JUNIT)) {
            Figure.Value value = line.value(figure);
            if (value != null) {
                properties.add(Map.entry(
                        scope + " " + figure.title(),
                        (value.lowerBound() ? "at least " : "") + Figures.text(value.number(), figure.unit())));
            }
        }
    }

    /** A sentence for each line of a workload whose times are limited by the harness. */
    private static List<String> limited(WorkloadResult workload) {
        List<String> sentences = new ArrayList<>();
        limited("all operations", workload.all(), sentences);
        workload.lines().forEach(line -> limited(line.name(), line, sentences));
        return sentences;
    }

    private static void limited(String name, LineResult line, List<String> sentences) {
        List<String> shares = OperationFigures.in(Figure.Section.RESPONSE_TIMES).stream()
                .filter(line::isLimited)
                .map(figure -> share(line, figure) + " of the " + figure.title())
                .toList();
        if (!shares.isEmpty()) {
            sentences.add(name + ": limited by the harness: " + String.join(", ", shares));
        }
    }

    /** The harness's own lag as a share of a figure, in percent. */
    private static String share(LineResult line, Figure figure) {
        return Figures.text(Math.rint(100 * Objects.requireNonNull(line.harnessShare(figure))), "%");
    }

    private double seconds() {
        return judgement.window() == null ? 0 : judgement.window().seconds();
    }

    private void verdict() throws XMLStreamException {
        Conclusion conclusion = judgement.conclusion();
        List<String> reasons = judgement.reasons().stream()
                .filter(reason -> reason.severity() != Severity.NOTE)
                .map(Reason::message)
                .filter(message -> !message.equals(conclusion.detail()))
                .toList();
        String why =
                Stream.concat(Stream.of(conclusion.sentence()), reasons.stream().limit(MOST_REASONS))
                                .collect(Collectors.joining(" "))
                        + (reasons.size() > MOST_REASONS ? " And " + (reasons.size() - MOST_REASONS) + " more." : "");
        Outcome outcome = switch (judgement.verdict()) {
            case PASS -> Outcome.PASSED;
            case FAIL -> Outcome.FAILURE;
            case INVALID -> Outcome.ERROR;
        };
        add("verdict", "Verdict, class " + judgement.runClass(), outcome, why, conclusion.sentence());
    }

    private void limit(WorkloadResult workload, LineResult line, LimitResult result) throws XMLStreamException {
        String name = workload.scope() + "/" + line.name() + ": " + result.limit();
        String seen = result.seen("nothing was measured");
        Outcome outcome = result.met() == null ? Outcome.SKIPPED : result.met() ? Outcome.PASSED : Outcome.FAILURE;
        String untested = result.untested();
        String message = untested == null ? "Measured: " + seen + "." : untested + " Measured: " + seen + ".";
        add("limits", name, outcome, message);
    }

    /** Adds the case of a check, unless it has no bounds and so cannot be missed. */
    private void check(WorkloadResult workload, CheckResult result) throws XMLStreamException {
        if (result.isBounded()) {
            String name = workload.scope() + ": " + result.name() + " " + result.bounds();
            String seen = result.seen("nothing was measured");
            Outcome outcome = result.met() == null ? Outcome.SKIPPED : result.met() ? Outcome.PASSED : Outcome.FAILURE;
            add(
                    "checks",
                    name,
                    outcome,
                    (outcome == Outcome.SKIPPED ? "Too little to tell: " : "Measured: ") + seen + ".");
        }
    }

    private void audit(Audit audit) throws XMLStreamException {
        String name = audit.rule().label() + " " + audit.scope()
                + (audit.rule() == Rule.RECONCILIATION ? " " + audit.unit() : "");
        Outcome outcome = switch (audit.state()) {
            case OK -> Outcome.PASSED;
            case VIOLATED ->
                // If the figures can be trusted, a violation counts against the SUT.
                audit.noted()
                        ? Outcome.SKIPPED
                        : audit.rule().failsRun() || judgement.verdict() != Verdict.INVALID
                                ? Outcome.FAILURE
                                : Outcome.ERROR;
            case NOT_TESTED -> Outcome.SKIPPED;
        };
        add("audits", name, outcome, audit.message());
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

    private void add(String group, String name, Outcome outcome, String message) throws XMLStreamException {
        add(group, name, outcome, message, "");
    }

    /** Adds a case. Its text is written for every result, because a passed case has no message. */
    private void add(String group, String name, Outcome outcome, String message, String output)
            throws XMLStreamException {
        tests++;
        failures += outcome == Outcome.FAILURE ? 1 : 0;
        errors += outcome == Outcome.ERROR ? 1 : 0;
        skipped += outcome == Outcome.SKIPPED ? 1 : 0;
        StringWriter text = new StringWriter();
        XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
        xml.writeCharacters("  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean("plateau." + judgement.name() + "." + group));
        xml.writeAttribute("name", clean(name));
        xml.writeAttribute("time", "0");
        if (outcome.element != null) {
            xml.writeEmptyElement(outcome.element);
            xml.writeAttribute("message", clean(message));
        }
        if (!output.isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(output));
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeCharacters("\n");
        xml.close();
        cases.append(text);
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
