// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CycleType;
import java.util.ArrayList;
import java.util.List;
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
        OperationMix mix = driver.mix();
        List<OperationDefinition> operations = new ArrayList<>();
        List<MeasureDefinition> measures = new ArrayList<>(HttpMeasures.definitions());
        measures.add(MeasureDefinition.counter(ANSWERS, "answers", "Answers in successful operations."));
        measures.add(MeasureDefinition.counter(
                FAILED_ANSWERS, "answers", "Those that are empty or have a status of 400 or above."));
        for (DriverOperation operation : mix.operations()) {
            operations.add(OperationDefinition.of(
                            operation.name(), "operation " + operation.declaredName() + " of " + driver.name())
                    .verifying(Answers.read()
                            .check(FAILED_ANSWERS)
                            .notVerified("content that the driver's own code does not check"))
                    .withLimits(limits(operation)));
            measures.add(MeasureDefinition.series(
                    operation.series(), "Timed section of " + operation.declaredName() + ", as Faban measures it."));
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
                .metric(new MetricDefinition(
                        "operationsPerSecond", driver.metric(), MetricDefinition.ALL_OPERATIONS, 1))
                .measures(measures)
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(checks(driver, parameters))
                .build();
    }

    private static QosLimit[] limits(DriverOperation operation) {
        return operation.limits().toArray(QosLimit[]::new);
    }

    private static Pacing pacing(Cycle cycle) {
        return cycle.type() == CycleType.CYCLETIME ? Pacing.cycle(cycle.gap()) : Pacing.think(cycle.gap());
    }

    private static List<CheckDefinition> checks(DriverDefinition driver, FabanParameters parameters) {
        List<CheckDefinition> checks = new ArrayList<>();
        checks.add(CheckDefinition.percent(
                        FAILED_ANSWERS,
                        "Answers in successful operations that are empty or have a status of 400 or above.",
                        List.of(CheckDefinition.Term.counter(FAILED_ANSWERS)),
                        List.of(CheckDefinition.Term.counter(ANSWERS)))
                .atMost(parameters.maxFailedAnswers()));
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
