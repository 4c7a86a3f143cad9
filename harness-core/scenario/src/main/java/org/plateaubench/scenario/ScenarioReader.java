// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Names;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.scenario.StepReader.NamedOperation;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.DataFile;
import org.plateaubench.scenario.value.JavaCall;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.SourceReader;

/** Reads scenarios. Stateless and thread-safe. */
public final class ScenarioReader {
    /** The name of the only flow of a scenario that has <code>steps</code> instead of <code>flows</code>. */
    public static final String ONLY_FLOW = "flow";

    private ScenarioReader() {}

    /**
     * Reads a scenario. A pure function of the tree.
     *
     * @param tree the scenario as nested maps and lists
     * @param parameter name of the parameter that holds it, with which paths of problems begin
     */
    public static <C extends Client> Scenario<C> read(
            Map<String, Object> tree, String parameter, Protocol<C> protocol) {
        List<Finding> problems = new ArrayList<>();
        Section scenario = Section.of(tree, parameter, problems);
        scenario.allow(ScenarioKeys.SCENARIO);
        Scope scope = new Scope();
        List<DataFile> data = new SourceReader(scope).read(scenario.section("data"));
        Section variables = scenario.section("variables");
        variables.names().forEach(name -> constant(name, variables, scope));

        Map<String, NamedOperation> namedOperations = new LinkedHashMap<>();
        List<JavaCall> calls = new ArrayList<>();
        StepReader<C> steps = new StepReader<>(protocol, scope, namedOperations, calls);
        Flow<C> start = FlowExpansion.of(steps.start(scenario, "start"), scenario);
        Map<String, Flow<C>> flows = new LinkedHashMap<>();
        Map<String, Double> weights = new LinkedHashMap<>();
        Map<String, Section> sections = sections(scenario);
        sections.forEach((name, section) -> {
            boolean isRoot = section == scenario;
            if (!isRoot) {
                section.allow(ScenarioKeys.FLOW);
            }
            boolean endsOnError = !isRoot
                    && section.word(ScenarioKeys.ON_ERROR, List.of("continue", "end"))
                            .equals("end");
            Flow<C> flow = FlowExpansion.of(steps.flow(name, section, endsOnError), section);
            requireRequest(flow, section);
            flows.put(name, flow);
            weights.put(name, isRoot ? 1 : section.number(ScenarioKeys.WEIGHT, 1, 0.001, 1e9));
        });
        requireDistinct(sections, flows, namedOperations);
        scope.reportUndefined();
        Map<OperationDefinition, String> operations = new LinkedHashMap<>();
        namedOperations.values().forEach(each -> operations.put(each.definition(), each.flow()));
        return new Scenario<>(
                new Scenario.Parts<>(List.copyOf(problems), operations, start, flows, weights, data, calls, scope));
    }

    private static void constant(String name, Section variables, Scope scope) {
        String text =
                scope.template(variables.requiredText(name), variables, name).constant();
        if (text == null) {
            variables.problem(name, "A variable cannot refer to data or to another one here.", "Use a step 'set'.");
        }
        scope.constant(name, text == null ? "" : text, variables);
    }

    private static Map<String, Section> sections(Section scenario) {
        Map<String, Section> sections = new LinkedHashMap<>();
        if (scenario.has("flows") && scenario.has(ScenarioKeys.STEPS)) {
            scenario.problem(ScenarioKeys.STEPS, "There are both 'flows' and 'steps'.", "Move the steps into a flow.");
        }
        if (!scenario.has("flows")) {
            if (scenario.has(ScenarioKeys.STEPS)) {
                sections.put(ONLY_FLOW, scenario);
            }
        } else {
            Section flows = scenario.section("flows");
            for (String name : flows.names()) {
                if (!Names.isValid(name) || name.equals(WorkloadDefinition.HARNESS_LINE)) {
                    flows.problem(
                            name,
                            "'" + name + "' cannot be the name of a flow.",
                            "Use letters, digits and hyphens, with a lowercase letter first.");
                }
                sections.put(name, flows.section(name));
            }
        }
        if (sections.isEmpty()) {
            scenario.problem("The scenario has no flow.", "Add 'steps', or 'flows' with steps.");
        }
        return sections;
    }

    private static void requireRequest(Flow<?> flow, Section section) {
        if (flow.positions().isEmpty()) {
            section.problem("This flow sends nothing.", "Add a step that sends a request.");
        } else if (flow.positions().getFirst().isConditional()) {
            section.problem(
                    "Not every unit reaches the first request of this flow, so its start could not be timed.",
                    "Begin with a request outside of 'choose', 'if' and optional passes of 'repeat', or make each branch"
                            + " a flow with a weight.");
        }
    }

    /** Flows and operations are lines of the same results. */
    private static void requireDistinct(
            Map<String, Section> sections,
            Map<String, ? extends Flow<?>> flows,
            Map<String, NamedOperation> namedOperations) {
        flows.forEach((name, flow) -> {
            boolean isSingle = flow.positions().size() == 1
                    && flow.positions().getFirst().operation().equals(name);
            NamedOperation operation = namedOperations.get(name);
            Section section = sections.get(name);
            if (operation != null && !isSingle && section != null) {
                operation
                        .step()
                        .problem(
                                "The operation '" + name + "' has the name of a flow.",
                                "Give one of them another name.");
            }
        });
    }
}
