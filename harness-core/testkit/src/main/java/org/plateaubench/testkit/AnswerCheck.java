// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Outcome;
import org.plateaubench.measure.recorder.DistinctErrors;

/** Shows whether a workload reports the wrong answers of an operation as errors. */
record AnswerCheck(WorkloadCheck<?> check, String operation) {
    /** Classes of errors that do not follow from an answer. */
    private static final Set<String> NO_ANSWER = Set.of(Outcome.TIMEOUT, DistinctErrors.PLUGIN_FAULT, "exception");

    /** Runs the unit of the operation while the SUT gives wrong answers. */
    void run(Execution execution, Callable<AutoCloseable> plant) throws Exception {
        String unit = check.definition.units().stream()
                .filter(each -> each.expectedTimes(operation) > 0)
                .findFirst()
                .orElseThrow()
                .name();
        ContractRun run = check.unpaced(execution, Mix.Flat.only(unit));
        boolean noticed;
        try (AutoCloseable _ = plant.call();
                run) {
            run.start();
            noticed = Deadline.await(
                    check.conditions.longest(), () -> run.errors().stream().anyMatch(this::isAnswer));
            run.end();
        }
        check.report.judge(
                CheckRule.ANSWERS,
                check.subject(execution),
                noticed
                        ? List.of()
                        : List.of("none of the wrong answers of " + operation + " among " + run.ended()
                                + " operations was an error; the errors were " + run.errors() + "."),
                "wrong answers are errors.");
    }

    private boolean isAnswer(DistinctErrors.Entry error) {
        return error.operation().equals(operation) && !NO_ANSWER.contains(error.errorClass());
    }
}
