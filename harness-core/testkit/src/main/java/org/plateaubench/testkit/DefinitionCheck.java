// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Names;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Workload;

/** Checks the definition of a workload without opening anything. Stateless; any thread. */
public final class DefinitionCheck {
    private DefinitionCheck() {}

    /** Checks names and descriptions, and whether the definition is complete and a function of the parameters. */
    public static <P extends Record> void check(Workload<P> workload, P parameters, CheckReport report) {
        String subject = "workload " + workload.name();
        WorkloadDefinition definition = workload.define(parameters);
        report.judge(CheckRule.DESCRIPTION, subject, descriptions(workload, definition.operations()), "described.");
        List<String> problems = new ArrayList<>();
        if (!definition.equals(workload.define(parameters))) {
            problems.add("define() gives another definition for the same parameters.");
        }
        workload.check(parameters).stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .forEach(finding -> problems.add("check() refuses the parameters: " + finding + "."));
        // The unit need not belong to the default mix: a run file may choose another mix.
        for (OperationDefinition operation : definition.operations()) {
            if (definition.units().stream().noneMatch(unit -> unit.expectedTimes(operation.name()) > 0)) {
                problems.add("no unit issues operation " + operation.name() + ".");
            }
        }
        report.judge(CheckRule.DEFINITION, subject, problems, "complete, and a function of the parameters.");
        List<String> undeclared = definition.operations().stream()
                .filter(operation -> operation.answers().equals(Answers.UNDECLARED)
                        || operation.answers().equals(Answers.read()))
                .map(operation -> "operation " + operation.name()
                        + " does not declare what is verified of its answers; call verifying() or readingNothing().")
                .toList();
        report.judge(CheckRule.ANSWERS, subject, undeclared, "declared.");
    }

    private static List<String> descriptions(Workload<?> workload, List<OperationDefinition> operations) {
        List<String> problems = new ArrayList<>();
        if (!Names.isValid(workload.name())) {
            problems.add("the name '" + workload.name() + "' is not valid.");
        }
        if (workload.description().isBlank()) {
            problems.add("has no description.");
        }
        if (operations.isEmpty()) {
            problems.add("has no operation.");
        }
        operations.stream()
                .filter(operation -> operation.description().isBlank())
                .forEach(operation -> problems.add("operation " + operation.name() + " has no description."));
        return problems;
    }
}
