// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.UsedFile;
import org.plateaubench.scenario.Flow.Position;
import org.plateaubench.scenario.value.DataFile;
import org.plateaubench.scenario.value.FileText;
import org.plateaubench.scenario.value.JavaCall;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.Values;

/**
 * A compiled scenario. Immutable except for {@link #load}, which is called before the first driver is created; any
 * thread.
 *
 * @param <C> client of one user
 */
public final class Scenario<C extends Client> {
    private final Parts<C> parts;
    private final List<Flow<C>> flowsOfOperations = new ArrayList<>();

    /**
     * The parts of a scenario.
     *
     * @param problems everything that is wrong
     * @param operations operations in the order of the steps, with the flow of each
     * @param weights weights of the flows
     */
    record Parts<C extends Client>(
            List<Finding> problems,
            Map<OperationDefinition, String> operations,
            Flow<C> start,
            Map<String, Flow<C>> flows,
            Map<String, Double> weights,
            List<DataFile> data,
            List<JavaCall> calls,
            Scope scope) {}

    Scenario(Parts<C> parts) {
        this.parts = parts;
        parts.operations().values().forEach(flow -> {
            Flow<C> found = parts.flows().get(flow);
            if (found != null) {
                flowsOfOperations.add(found);
            }
        });
    }

    /** Everything that is wrong, with its place; the other methods need a scenario without problems. */
    public List<Finding> problems() {
        return parts.problems();
    }

    /** The operations: one for each step that sends something. */
    public List<OperationDefinition> operations() {
        return List.copyOf(parts.operations().keySet());
    }

    /** The units of the load: one for each flow. */
    public List<UnitDefinition> units() {
        List<UnitDefinition> units = new ArrayList<>();
        parts.flows()
                .forEach((name, flow) -> units.add(new UnitDefinition(
                        name, flow.positions().stream().map(Scenario::step).toList(), flow.pauseAfter())));
        return units;
    }

    private static UnitDefinition.Step step(Position<?> position) {
        return new UnitDefinition.Step(
                Map.of(position.operation(), 1.0), 1, 1, position.pause(), position.isConditional());
    }

    /** The check of every run that answers met conditions of the scenario; none if no step has a condition. */
    public List<CheckDefinition> checks() {
        List<CheckDefinition.Term> checked = parts.flows().values().stream()
                .flatMap(flow -> flow.positions().stream())
                .filter(position -> !position.action().verified().identity().isEmpty())
                .map(Position::operation)
                .distinct()
                .map(CheckDefinition.Term::completed)
                .toList();
        return checked.isEmpty()
                ? List.of()
                : List.of(CheckDefinition.total(
                                "checked-answers", "Answers that met the checks of the scenario.", "answers", checked)
                        .atLeast(1));
    }

    /** The weights of the flows. */
    public Mix mix() {
        return new Mix.Flat(parts.weights());
    }

    /** The files that the scenario names. */
    public List<UsedFile> files() {
        return parts.scope().files().stream().map(FileText::file).toList();
    }

    /**
     * Loads the texts of the files, and returns their problems.
     *
     * @param files texts by name as given
     */
    public List<Finding> load(Map<String, String> files) {
        List<Finding> findings = new ArrayList<>();
        for (FileText file : parts.scope().files()) {
            String text = files.get(file.name());
            if (text == null) {
                findings.add(file.problem(
                        "The file " + file.name() + " is missing.", "Copy it to the folder of the run file."));
            } else {
                file.load(text);
            }
        }
        if (findings.isEmpty()) {
            parts.data().forEach(each -> findings.addAll(each.load()));
            findings.addAll(JavaCall.load(parts.calls()));
        }
        return findings;
    }

    /**
     * The values of one user.
     *
     * @param user number of the user over all agents, from 0
     * @param users number of users over all agents
     */
    Values values(int user, int users) {
        int decisions = parts.start().decisions();
        int passes = parts.start().passes();
        int rows = parts.start().rows();
        for (Flow<C> flow : parts.flows().values()) {
            decisions = Math.max(decisions, flow.decisions());
            passes = Math.max(passes, flow.passes());
            rows = Math.max(rows, flow.rows());
        }
        return new Values(user, users, parts.scope().initialValues(), decisions, passes, rows);
    }

    Flow<C> start() {
        return parts.start();
    }

    /** One position of the flow to which an operation belongs. */
    Position<C> position(int operation, int position) {
        return flowsOfOperations.get(operation).positions().get(position);
    }
}
