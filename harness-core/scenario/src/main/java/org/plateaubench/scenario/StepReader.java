// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import static org.plateaubench.scenario.ScenarioKeys.ELSE;
import static org.plateaubench.scenario.ScenarioKeys.NAME;
import static org.plateaubench.scenario.ScenarioKeys.STEPS;
import static org.plateaubench.scenario.ScenarioKeys.WEIGHT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Names;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.Condition;
import org.plateaubench.scenario.value.JavaCall;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.SourceReader;
import org.plateaubench.scenario.value.Template;

/**
 * Reads the steps of one flow, and names its operations. Not thread-safe.
 *
 * @param <C> client of one user
 */
final class StepReader<C extends Client> {
    private static final int MAX_REPETITIONS = 1_000;
    private static final int MAX_DEFAULT_NAME_LENGTH = 60;

    private final Protocol<C> protocol;
    private final Map<String, StepType> types;
    private final Scope scope;
    private final Map<String, NamedOperation> namedOperations;
    private final List<JavaCall> calls;
    private String flow = "";
    private boolean isTimed;
    private boolean endsOnError;

    /**
     * An operation.
     *
     * @param flow the flow to which it belongs
     * @param step the step that it was first read from
     */
    record NamedOperation(OperationDefinition definition, String flow, Section step) {}

    StepReader(Protocol<C> protocol, Scope scope, Map<String, NamedOperation> namedOperations, List<JavaCall> calls) {
        this.protocol = protocol;
        this.types = ScenarioKeys.stepTypes(protocol);
        this.scope = scope;
        this.namedOperations = namedOperations;
        this.calls = calls;
    }

    /** Reads the steps of the start, whose requests are not operations. */
    List<Step<C>> start(Section parent, String key) {
        flow = "";
        isTimed = false;
        scope.setFlow("");
        return steps(parent, key, "");
    }

    /** Reads the steps of a flow. */
    List<Step<C>> flow(String name, Section parent, boolean endsFlowOnError) {
        flow = name;
        isTimed = true;
        endsOnError = endsFlowOnError;
        scope.setFlow(name);
        return steps(parent, STEPS, "");
    }

    private List<Step<C>> steps(Section parent, String key, String prefix) {
        List<Step<C>> steps = new ArrayList<>();
        for (Section section : parent.sections(key)) {
            List<String> found =
                    section.names().stream().filter(types::containsKey).toList();
            if (found.size() == 1) {
                steps.add(step(found.getFirst(), section, prefix));
            } else {
                section.problem(
                        found.isEmpty()
                                ? "This is not a step."
                                : "This is more than one step: " + String.join(" and ", found) + ".",
                        found.isEmpty()
                                ? "A step has one of the keys " + String.join(", ", types.keySet()) + "."
                                : "Write each with a '-' of its own.");
            }
        }
        return steps;
    }

    private Step<C> step(String type, Section section, String prefix) {
        StepType stepType = types.getOrDefault(type, new StepType(Key.any(type, ""), List.of()));
        List<Key> allowed = new ArrayList<>(stepType.keys());
        allowed.add(stepType.key());
        section.allow(allowed);
        return switch (type) {
            case "pause" -> pause(section);
            case "choose" -> choose(section, prefix);
            case "repeat" -> repeat(section, prefix);
            case "if" -> condition(section, prefix);
            case "group" -> {
                String name = section.requiredText(type);
                requireName(name, section, type);
                yield new Step.Group<>(section, inner(section, STEPS, prefix + name + "-"));
            }
            case "set" -> set(section);
            case "java" -> {
                JavaCall call = JavaCall.read(section, scope);
                calls.add(call);
                yield new Step.Java<>(section, call);
            }
            default -> request(type, section, prefix);
        };
    }

    private List<Step<C>> inner(Section section, String key, String prefix) {
        List<Step<C>> steps = steps(section, key, prefix);
        if (steps.isEmpty() && !section.has(key)) {
            section.problem("'" + key + "' is missing.", "Add a list of steps.");
        }
        return steps;
    }

    private Step<C> pause(Section section) {
        if (!isTimed) {
            section.problem("A pause of the start has no effect, since the start is not timed.", "Remove it.");
            return new Step.Group<>(section, List.of());
        }
        if (section.value("pause") instanceof Map) {
            Section shape = section.section("pause");
            shape.allow(List.of(Key.text("mean", "The mean."), Key.text("max", "Greatest pause.")));
            long mean = shape.nanos("mean").orElse(0L);
            Optional<Long> max = shape.nanos("max");
            if (mean == 0) {
                shape.problem("A pause by a mean needs a 'mean' above 0.", "Write {mean: 2s, max: 10s}.");
                return new Step.Pause<>(section, new Distribution.Fixed(Duration.ZERO));
            }
            return new Step.Pause<>(
                    section,
                    new Distribution.Exponential(
                            Duration.ofNanos(mean),
                            Duration.ZERO,
                            max.map(Duration::ofNanos).orElse(null),
                            Duration.ZERO));
        }
        String text = section.requiredText("pause");
        int dots = text.indexOf("..");
        try {
            Duration min = Durations.parse((dots < 0 ? text : text.substring(0, dots)).strip());
            Duration max =
                    dots < 0 ? min : Durations.parse(text.substring(dots + 2).strip());
            return new Step.Pause<>(
                    section, min.equals(max) ? new Distribution.Fixed(min) : new Distribution.Uniform(min, max));
        } catch (IllegalArgumentException e) {
            section.problem(
                    "pause", "'" + text + "' is not a time.", "Write 2s, or 1s..3s with the smaller one first.");
            return new Step.Pause<>(section, new Distribution.Fixed(Duration.ZERO));
        }
    }

    private Step<C> choose(Section section, String prefix) {
        List<List<Step<C>>> branches = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (Section branch : section.sections("choose")) {
            branch.allow(ScenarioKeys.BRANCH);
            weights.add(branch.number(WEIGHT, 1, 0.001, 1e9));
            branches.add(inner(branch, STEPS, prefix));
        }
        if (branches.isEmpty()) {
            section.problem("choose", "There is no branch to choose.", "Write a list of {weight: 1, steps: [...]}.");
        }
        return new Step.Choose<>(
                section,
                branches,
                Arrays.stream(SourceReader.shares(weights)).boxed().toList());
    }

    private Step<C> repeat(Section section, String prefix) {
        Span times = section.span("repeat", new Span(1, 1), 0, MAX_REPETITIONS);
        boolean wasInRepeat = scope.isInRepeat();
        scope.setInRepeat(true);
        List<Step<C>> steps = inner(section, STEPS, prefix);
        scope.setInRepeat(wasInRepeat);
        return new Step.Repeat<>(section, (int) times.min(), (int) times.max(), steps);
    }

    private Step<C> condition(Section section, String prefix) {
        Condition condition = Condition.compile(section.requiredText("if"), scope, section, "if");
        return new Step.If<>(section, condition, inner(section, STEPS, prefix), steps(section, ELSE, prefix));
    }

    private Step<C> set(Section section) {
        Section texts = section.section("set");
        Map<Integer, Template> compiled = new LinkedHashMap<>();
        for (String name : texts.names()) {
            Template template = scope.template(texts.requiredText(name), texts, name);
            compiled.put(scope.define(name, texts), template);
        }
        return new Step.Set<>(section, compiled);
    }

    private Step<C> request(String type, Section section, String prefix) {
        Action<C> action = protocol.compile(type, section, scope);
        boolean isNamed = section.has(NAME);
        String name = prefix + (isNamed ? section.requiredText(NAME) : defaultName(action.description()));
        if (isNamed) {
            requireName(name, section, NAME);
        }
        if (isTimed) {
            register(name, action, section);
        }
        return new Step.Request<>(section, name, action);
    }

    private static void requireName(String name, Section section, String key) {
        boolean isReserved = name.equals(WorkloadDefinition.HARNESS_LINE);
        if (!Names.isValid(name) || name.length() > Names.MAX_CHARACTERS || isReserved) {
            section.problem(
                    key,
                    "'" + name + "' cannot be the name of an operation.",
                    "Use letters, digits and hyphens, with a lowercase letter first.");
        }
    }

    /** The words of a description with hyphens, such as {@code get-products} for {@code GET /products?id=7}. */
    private static String defaultName(String description) {
        String withoutValues = description.replaceAll("\\$\\{[^}]*}", "").replaceAll("\\?.*", "");
        String name = withoutValues.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        name = name.substring(0, Math.min(name.length(), MAX_DEFAULT_NAME_LENGTH))
                .replaceAll("^[-0-9]+|-+$", "");
        return name.isEmpty() ? "request" : name;
    }

    /** The same step may occur several times in a flow, and is then one operation. */
    private void register(String name, Action<C> action, Section section) {
        NamedOperation existing = namedOperations.get(name);
        if (existing == null) {
            if (Names.isValid(name)) {
                OperationDefinition definition = OperationDefinition.of(name, action.description())
                        .withTimeout(action.timeout())
                        .withLimits(action.limits())
                        .verifying(action.verified());
                namedOperations.put(
                        name,
                        new NamedOperation(endsOnError ? definition.endingUnitOnError() : definition, flow, section));
            }
        } else if (!existing.flow().equals(flow) || !existing.step().sameAs(section)) {
            section.problem(
                    section.has(NAME)
                            ? NAME
                            : types.keySet().stream()
                                    .filter(section::has)
                                    .findFirst()
                                    .orElse(NAME),
                    "Another step is already the operation '" + name + "': "
                            + existing.step().path() + ".",
                    "Give one of them another 'name'.");
        }
    }
}
