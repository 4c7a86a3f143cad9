// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Names;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Workload;

/** Checks the definition of a workload without opening anything. Each problem is a sentence. Stateless; any thread. */
public final class DefinitionCheck {
    private DefinitionCheck() {}

    /** Returns the missing names and descriptions. */
    public static <P extends Record> List<String> descriptions(Workload<P> workload, P parameters) {
        List<String> problems = new ArrayList<>();
        if (!Names.isValid(workload.name())) {
            problems.add("the name '" + workload.name() + "' is not valid");
        }
        if (workload.description().isBlank()) {
            problems.add("has no description");
        }
        List<OperationDefinition> operations = workload.define(parameters).operations();
        if (operations.isEmpty()) {
            problems.add("has no operation");
        }
        operations.stream()
                .filter(operation -> operation.description().isBlank())
                .forEach(operation -> problems.add("operation " + operation.name() + " has no description"));
        return problems;
    }

    /** Returns the problems of the definition. */
    public static <P extends Record> List<String> definition(Workload<P> workload, P parameters) {
        List<String> problems = new ArrayList<>();
        WorkloadDefinition definition = workload.define(parameters);
        if (!definition.equals(workload.define(parameters))) {
            problems.add("define() gives another definition for the same parameters");
        }
        workload.check(parameters).stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .forEach(finding -> problems.add("check() refuses the parameters: " + finding));
        // The unit need not belong to the default mix: a run file may choose another mix.
        for (OperationDefinition operation : definition.operations()) {
            if (definition.units().stream().noneMatch(unit -> unit.expectedTimes(operation.name()) > 0)) {
                problems.add("no unit issues operation " + operation.name());
            }
        }
        return problems;
    }
}
