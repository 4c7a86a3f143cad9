// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.TelemetrySource;

/**
 * Checks all results that plugins return to the harness: no value is null, numbers are finite, lists are bounded, and
 * text can be displayed. Called within {@link PluginCall}, so that a failure becomes a sentence that names the plugin.
 * Every method throws {@link IllegalStateException} when the result cannot be used.
 */
public final class PluginAnswers {
    private static final int LINES = 1_000;
    private static final int NAME_CHARACTERS = 100;
    private static final int FINDINGS = 100;
    private static final int SETTINGS = 500;
    private static final int SAMPLES = 1_000;
    /** The greatest age of a sample: far longer than a run, yet without overflow in any unit. */
    private static final Duration GREATEST_AGE = Duration.ofDays(36_500);

    private static final int COLUMNS = 50;
    private static final int ROWS = 1_000;
    private static final int BASELINE_ENTRIES = 10_000;
    private static final int BASELINE_CHARACTERS = 1 << 20;

    private PluginAnswers() {}

    /** Returns the definition with short names and with texts that can be displayed. */
    public static WorkloadDefinition definition(@Nullable WorkloadDefinition answer) {
        WorkloadDefinition given = given(answer, "a definition");
        atMost(given.operations().size() + given.units().size(), LINES, "operations and units");
        atMost(given.measures().size(), LINES, "measures");
        atMost(given.checks().size(), LINES, "checks");
        given.units().forEach(unit -> shortName(unit.name()));
        return new WorkloadDefinition(
                given.operations().stream().map(PluginAnswers::shown).toList(),
                given.units(),
                given(given.mix(), "a mix"),
                given(given.pacing(), "pacing"),
                shown(given(given.metric(), "a metric")),
                given.measures().stream().map(PluginAnswers::shown).toList(),
                given.executions(),
                given.checks().stream().map(PluginAnswers::shown).toList(),
                given.backlogPerUser());
    }

    private static CheckDefinition shown(CheckDefinition check) {
        atMost(check.numerator().size() + check.denominator().size(), LINES, "terms of a check");
        return new CheckDefinition(
                shortName(check.name()),
                ShownText.of(check.description()),
                check.numerator(),
                check.denominator(),
                check.factor(),
                ShownText.of(check.unit()),
                check.needed(),
                check.lower(),
                check.upper());
    }

    private static OperationDefinition shown(OperationDefinition operation) {
        return new OperationDefinition(
                shortName(operation.name()),
                ShownText.of(operation.description()),
                operation.timeout(),
                operation.limits(),
                operation.endsUnitOnError());
    }

    private static MetricDefinition shown(MetricDefinition metric) {
        return new MetricDefinition(
                shortName(metric.name()), ShownText.of(metric.unit()), metric.line(), metric.perSeconds());
    }

    private static MeasureDefinition shown(MeasureDefinition measure) {
        return new MeasureDefinition(
                shortName(measure.name()),
                given(measure.kind(), "the kind of a measure"),
                ShownText.of(measure.unit()),
                ShownText.of(measure.description()),
                measure.limits());
    }

    /** Returns the findings, truncated to a bounded number. */
    public static List<Finding> findings(@Nullable List<Finding> answer) {
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : given(answer, "findings")) {
            Finding present = given(finding, "a finding");
            if (findings.size() == FINDINGS) {
                findings.add(new Finding(
                        given(present.severity(), "a severity"), "There are more findings than can be shown.", "", ""));
                break;
            }
            findings.add(new Finding(
                    given(present.severity(), "a severity"),
                    ShownText.of(present.message()),
                    present.remedy() == null ? "" : ShownText.of(present.remedy()),
                    present.parameter() == null ? "" : ShownText.of(present.parameter())));
        }
        return findings;
    }

    /** Returns the rows of a reconciliation; none has a negative number. */
    public static List<Reconciliation> reconciliation(@Nullable List<Reconciliation> answer) {
        List<Reconciliation> given = given(answer, "rows");
        atMost(given.size(), ROWS, "rows");
        List<Reconciliation> rows = new ArrayList<>();
        for (Reconciliation row : given) {
            Reconciliation present = given(row, "a row");
            if (present.expected() < 0 || present.actual() < 0 || present.uncertain() < 0) {
                throw new IllegalStateException("its row " + ShownText.of(present.what()) + " has a number below zero");
            }
            rows.add(new Reconciliation(
                    ShownText.of(present.what()),
                    present.before(),
                    present.after(),
                    present.expected(),
                    present.actual(),
                    present.uncertain(),
                    given(present.kind(), "the kind of a row"),
                    ShownText.of(present.untested())));
        }
        return rows;
    }

    /** Incarnations of servers. */
    public static List<SutIncarnation> incarnations(@Nullable List<SutIncarnation> answer) {
        List<SutIncarnation> given = given(answer, "server lifetimes");
        atMost(given.size(), ROWS, "server lifetimes");
        return given.stream()
                .map(incarnation -> given(incarnation, "the lifetime of a server"))
                .map(incarnation -> new SutIncarnation(
                        ShownText.of(incarnation.server()),
                        ShownText.of(incarnation.identity()),
                        ShownText.of(incarnation.since())))
                .toList();
    }

    /** Returns the baseline that a data set needs for its reconciliation in another process, unchanged. */
    @SuppressWarnings("NullableOptional") // A plugin may answer null, which is refused with its sentence.
    public static Optional<Map<String, String>> baseline(@Nullable Optional<Map<String, String>> answer) {
        Optional<Map<String, String>> given = given(answer, "a baseline, present or empty");
        if (given.isPresent()) {
            atMost(given.get().size(), BASELINE_ENTRIES, "entries of a baseline");
            long characters = 0;
            for (Map.Entry<String, String> entry : given.get().entrySet()) {
                characters += given(entry.getKey(), "a name in its baseline").length()
                        + given(entry.getValue(), "a value in its baseline").length();
            }
            atMost((int) Math.min(characters, Integer.MAX_VALUE), BASELINE_CHARACTERS, "characters of a baseline");
        }
        return given.map(Map::copyOf);
    }

    /** The address of a SUT. */
    public static SutAddress address(@Nullable SutAddress answer) {
        SutAddress address = given(answer, "an address");
        given(address.service(), "a service in its address");
        atMost(address.properties().size(), SETTINGS, "properties");
        address.properties().forEach((name, value) -> given(value, "a value of " + name));
        return address;
    }

    /** The status of a SUT. */
    public static SutStatus status(@Nullable SutStatus answer) {
        SutStatus status = given(answer, "a status");
        return new SutStatus(given(status.state(), "a state"), ShownText.of(status.detail()), status.processIds());
    }

    /** Settings of a SUT. */
    public static Map<String, String> configuration(@Nullable Map<String, String> answer) {
        Map<String, String> configuration = new LinkedHashMap<>();
        for (Map.Entry<String, String> setting :
                given(answer, "a configuration").entrySet()) {
            if (configuration.size() < SETTINGS) {
                configuration.put(ShownText.of(setting.getKey()), ShownText.of(setting.getValue()));
            }
        }
        return configuration;
    }

    /** The name of the only agent that samples a source; empty if the source does not name one. */
    public static String agent(@Nullable String answer) {
        return shortName(given(answer, "the name of an agent, or an empty text"));
    }

    /** The names of agents by parameter; empty names are omitted. */
    public static Map<String, String> agents(@Nullable Map<String, String> answer) {
        Map<String, String> given = given(answer, "agents by parameter");
        atMost(given.size(), SETTINGS, "agents");
        Map<String, String> agents = new TreeMap<>();
        given.forEach((parameter, name) -> {
            String agent = agent(name);
            if (!agent.isEmpty()) {
                agents.put(shortName(given(parameter, "the name of a parameter")), agent);
            }
        });
        return agents;
    }

    /** Samples of telemetry, each with a name and a finite value. */
    public static List<TelemetrySource.Sample> samples(@Nullable List<TelemetrySource.Sample> answer) {
        List<TelemetrySource.Sample> given = given(answer, "samples");
        atMost(given.size(), SAMPLES, "samples");
        List<TelemetrySource.Sample> samples = new ArrayList<>();
        for (TelemetrySource.Sample sample : given) {
            TelemetrySource.Sample present = given(sample, "a sample");
            String series = shortName(given(present.series(), "a series"));
            if (!Double.isFinite(present.value())) {
                throw new IllegalStateException("its series " + series + " has the value " + present.value());
            }
            Duration age = given(present.age(), "the age of a sample");
            if (age.isNegative()) {
                throw new IllegalStateException("its series " + series + " has a sample of the future");
            }
            if (age.compareTo(GREATEST_AGE) > 0) {
                throw new IllegalStateException(
                        "its series " + series + " has a sample that is older than " + GREATEST_AGE.toDays() + " days");
            }
            samples.add(new TelemetrySource.Sample(
                    series, present.value(), ShownText.of(present.unit()), present.cumulative(), present.age()));
        }
        return samples;
    }

    /** A valid table: bounded, and with as many cells in each row as there are columns. */
    public static ReportSection.Table table(ReportSection.@Nullable Table answer) {
        ReportSection.Table table = given(answer, "a table");
        List<String> columns = given(table.columns(), "columns");
        atMost(columns.size(), COLUMNS, "columns");
        atMost(given(table.rows(), "rows").size(), ROWS, "rows");
        List<List<String>> rows = new ArrayList<>();
        for (List<String> row : table.rows()) {
            if (given(row, "a row").size() != columns.size()) {
                throw new IllegalStateException(
                        "it returned a row of " + row.size() + " cells for " + columns.size() + " columns");
            }
            rows.add(row.stream().map(ShownText::of).toList());
        }
        return new ReportSection.Table(
                ShownText.of(table.title()),
                table.note() == null ? "" : ShownText.of(table.note()),
                columns.stream().map(ShownText::of).toList(),
                rows);
    }

    private static <T> T given(@Nullable T answer, String what) {
        if (answer == null) {
            throw new IllegalStateException("it did not return " + what);
        }
        return answer;
    }

    private static void atMost(int count, int bound, String what) {
        if (count > bound) {
            throw new IllegalStateException(
                    "it returned " + count + " " + what + "; at most " + bound + " are accepted");
        }
    }

    private static String shortName(String name) {
        if (name.length() > NAME_CHARACTERS) {
            throw new IllegalStateException("the name " + ShownText.of(name.substring(0, NAME_CHARACTERS))
                    + " is longer than " + NAME_CHARACTERS + " characters");
        }
        return ShownText.of(name);
    }
}
