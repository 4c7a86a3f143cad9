// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CycleType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.browser.HttpMeasures;

/** Creates the workload definition of a driver. Stateless. */
final class WorkloadOfDriver {
    /** Series of the rows of a driver's own figures: a success for each met target, an error for each missed one. */
    static final String CUSTOM_METRICS = "customMetrics";

    /** Series of the missed targets, each recorded as a success, which a check can count. */
    static final String MISSED_METRICS = "customMetricsMissed";

    static final String ANSWERS = "answers";
    static final String FAILED_ANSWERS = "failedAnswers";

    private WorkloadOfDriver() {}

    static WorkloadDefinition of(DriverDefinition driver, FabanParameters parameters) {
        boolean limitsOnTimed = parameters.limits() == FabanParameters.Limits.TIMED_SECTION;
        OperationMix mix = driver.mix();
        List<OperationDefinition> operations = new ArrayList<>();
        List<MeasureDefinition> measures = new ArrayList<>(HttpMeasures.definitions());
        measures.add(MeasureDefinition.counter(ANSWERS, "answers", "Answers in successful operations."));
        measures.add(MeasureDefinition.counter(
                FAILED_ANSWERS, "answers", "Those that are empty or have a status of 400 or above."));
        for (DriverOperation operation : mix.operations()) {
            OperationDefinition response = OperationDefinition.of(
                            operation.name(), "operation " + operation.declaredName() + " of " + driver.name())
                    .verifying(answers(parameters.expect().get(operation.declaredName())));
            operations.add(limitsOnTimed ? response : response.withLimits(limits(operation)));
            MeasureDefinition timed = MeasureDefinition.series(
                    operation.series(), "Timed section of " + operation.declaredName() + ", as Faban measures it.");
            measures.add(limitsOnTimed ? timed.withLimits(limits(operation)) : timed);
        }
        for (DriverOperation operation : driver.background()) {
            measures.add(MeasureDefinition.series(
                            operation.backgroundSeries(),
                            operation.declaredName() + " in the background, from the instant at which it was due.")
                    .withLimits(limits(operation)));
        }
        if (driver.attachesMetrics()) {
            measures.add(MeasureDefinition.series(CUSTOM_METRICS, "Rows of the driver's CustomMetrics, by 'passed'."));
            measures.add(
                    MeasureDefinition.series(MISSED_METRICS, "Rows of the driver's CustomMetrics that are missed."));
        }
        return WorkloadDefinition.builder()
                .operations(operations)
                .units(mix.states().stream()
                        .map(OperationMix.State::definition)
                        .distinct()
                        .toList())
                .mix(mix.mix())
                .pacing(pacing(mix.operations().getFirst().cycle()))
                .metric(metric(driver))
                .measures(measures)
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(checks(driver, parameters))
                .build();
    }

    private static Answers answers(@Nullable String expected) {
        Answers answers = Answers.read().check(FAILED_ANSWERS);
        return expected == null
                ? answers.notVerified("content that the driver's own code does not check; 'expect' names some")
                : answers.identity("a match of '" + expected + "'");
    }

    private static QosLimit[] limits(DriverOperation operation) {
        return operation.limits().toArray(QosLimit[]::new);
    }

    private static Pacing pacing(Cycle cycle) {
        return cycle.type() == CycleType.CYCLETIME ? Pacing.cycle(cycle.gap()) : Pacing.think(cycle.gap());
    }

    private static List<DriverOperation> counted(DriverDefinition driver) {
        return driver.mix().operations().stream()
                .filter(DriverOperation::counts)
                .toList();
    }

    /**
     * Returns the headline figure, which covers one operation or all; if only some operations count, a check contains
     * their figure.
     */
    private static MetricDefinition metric(DriverDefinition driver) {
        List<DriverOperation> counted = counted(driver);
        String line = counted.size() == 1 ? counted.getFirst().name() : MetricDefinition.ALL_OPERATIONS;
        return new MetricDefinition("operationsPerSecond", driver.metric(), line, 1);
    }

    private static List<CheckDefinition> checks(DriverDefinition driver, FabanParameters parameters) {
        List<CheckDefinition> checks = new ArrayList<>();
        checks.add(CheckDefinition.percent(
                        FAILED_ANSWERS,
                        "Answers in successful operations that are empty or have a status of 400 or above.",
                        List.of(CheckDefinition.Term.counter(FAILED_ANSWERS)),
                        List.of(CheckDefinition.Term.counter(ANSWERS)))
                .atMost(parameters.maxFailedAnswers()));
        List<String> counted = new ArrayList<>(
                counted(driver).stream().map(DriverOperation::name).toList());
        int ofMix = counted.size();
        boolean isHeadline = ofMix < 2 || ofMix == driver.mix().operations().size();
        driver.background().stream()
                .filter(DriverOperation::counts)
                .map(DriverOperation::backgroundSeries)
                .distinct()
                .forEach(counted::add);
        if (!isHeadline || counted.size() > ofMix) {
            checks.add(CheckDefinition.ratio(
                    "metric",
                    "Successful operations that count to the metric, per second.",
                    driver.metric(),
                    counted.stream().map(CheckDefinition.Term::completed).toList(),
                    List.of(CheckDefinition.Term.seconds())));
        }
        if (driver.attachesMetrics()) {
            // A limit on errors is not tested below 20 attempts, but there are only a few rows.
            CheckDefinition.Term missed = CheckDefinition.Term.completed(MISSED_METRICS);
            checks.add(CheckDefinition.percent(
                            "customMetrics",
                            "Rows of the driver's CustomMetrics that are missed; the errors of series " + CUSTOM_METRICS
                                    + " say which.",
                            List.of(missed),
                            List.of(missed, CheckDefinition.Term.completed(CUSTOM_METRICS)))
                    .atMost(0));
        }
        return checks;
    }
}
