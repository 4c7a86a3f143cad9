// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.plugin.faban.MixReader.OperationMix;

/**
 * A driver as its annotations declare it.
 *
 * @param before method that is called before any user starts, null for none
 * @param after method that is called after all users have ended, null for none
 * @param background operations that each user repeats in addition to the mix, in turn, each with its gap
 */
record DriverDefinition(
        Class<?> type,
        String name,
        String metric,
        float threadPerScale,
        OperationMix mix,
        @Nullable Method before,
        @Nullable Method after,
        List<DriverOperation> background,
        boolean attachesMetrics) {
    /** Series of the rows of CustomMetrics: a success for each target that is met, an error for each that is missed. */
    static final String CUSTOM_METRICS = "customMetrics";

    /** Series of the missed targets, each recorded as a success, which a check can count. */
    static final String MISSED_METRICS = "customMetricsMissed";

    static final String ANSWERS = "answers";
    static final String FAILED_ANSWERS = "failedAnswers";

    /** The operations of the mix, followed by those in the background. */
    List<DriverOperation> operations() {
        return Stream.concat(mix.operations().stream(), background.stream()).toList();
    }

    WorkloadDefinition definition(FabanParameters parameters) {
        return WorkloadDefinition.builder()
                .operations(mix.operations().stream()
                        .map(operation -> OperationDefinition.of(operation.name(), description(operation))
                                .verifying(Answers.read()
                                        .check(FAILED_ANSWERS)
                                        .notVerified("content that the driver's own code does not check"))
                                .withLimits(operation.limits()))
                        .toList())
                .units(mix.states().stream()
                        .map(OperationMix.State::definition)
                        .distinct()
                        .toList())
                .mix(mix.mix())
                .pacing(mix.operations().getFirst().cycle())
                .metric(new MetricDefinition("operationsPerSecond", metric, MetricDefinition.ALL_OPERATIONS, 1))
                .measures(measures())
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(checks(parameters))
                .build();
    }

    private String description(DriverOperation operation) {
        return "operation " + operation.declaredName() + " of " + name
                + (operation.counts() ? "" : ", which the metric of Faban does not count");
    }

    private List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>(HttpMeasures.definitions());
        measures.add(MeasureDefinition.counter(ANSWERS, "answers", "Answers in successful operations."));
        measures.add(MeasureDefinition.counter(
                FAILED_ANSWERS,
                "answers",
                "Answers in successful operations that are empty or have a status of 400 or above."));
        operations().stream()
                .map(operation -> MeasureDefinition.series(
                        operation.series(), "Timed section of " + operation.declaredName() + ", as Faban measures it."))
                .distinct()
                .forEach(measures::add);
        for (DriverOperation operation : background) {
            measures.add(MeasureDefinition.series(
                            operation.backgroundSeries(),
                            operation.declaredName() + " in the background, from the instant at which it was due.")
                    .withLimits(operation.limits().toArray(QosLimit[]::new)));
        }
        if (attachesMetrics) {
            measures.add(MeasureDefinition.series(CUSTOM_METRICS, "Rows of the driver's CustomMetrics, by 'passed'."));
            measures.add(
                    MeasureDefinition.series(MISSED_METRICS, "Rows of the driver's CustomMetrics that are missed."));
        }
        return measures;
    }

    private List<CheckDefinition> checks(FabanParameters parameters) {
        List<CheckDefinition> checks = new ArrayList<>();
        checks.add(CheckDefinition.percent(
                        FAILED_ANSWERS,
                        "Answers in successful operations that are empty or have a status of 400 or above.",
                        List.of(CheckDefinition.Term.counter(FAILED_ANSWERS)),
                        List.of(CheckDefinition.Term.counter(ANSWERS)))
                .atMost(parameters.maxFailedAnswers()));
        if (attachesMetrics) {
            // A limit on errors is not tested below 20 attempts, but there are only a few rows.
            CheckDefinition.Term missed = CheckDefinition.Term.completed(MISSED_METRICS);
            checks.add(CheckDefinition.percent(
                            CUSTOM_METRICS,
                            "Rows of the driver's CustomMetrics that are missed; the errors of series " + CUSTOM_METRICS
                                    + " name them.",
                            List.of(missed),
                            List.of(missed, CheckDefinition.Term.completed(CUSTOM_METRICS)))
                    .atMost(0));
        }
        return checks;
    }
}
