// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.scenario.Flow.GuardedAction;
import org.plateaubench.scenario.Flow.Position;
import org.plateaubench.scenario.tree.Section;

/**
 * Expands the steps of a flow to positions, because a unit of the load is a list of operations. Not thread-safe.
 *
 * @param <C> client of one user
 */
final class FlowExpansion<C extends Client> {
    private static final int MAX_POSITIONS = 10_000;
    /** Number of steps and passes, also of those without a request. */
    private static final int MAX_STEPS = 100_000;

    private static final Duration MAX_PAUSE = Duration.ofNanos(Long.MAX_VALUE);
    private static final Distribution NO_PAUSE = new Distribution.Fixed(Duration.ZERO);

    private final List<Position<C>> positions = new ArrayList<>();
    private final List<GuardedAction> pendingActions = new ArrayList<>();
    private final List<Section> unusedActions = new ArrayList<>();
    private final Set<String> usedPaths = new HashSet<>();
    private @Nullable Distribution pause;
    private int passes = 1;
    private int expanded;
    private int decisions;
    private int rows;
    private int draws;

    private FlowExpansion() {}

    /** Expands the steps of a flow, and reports what cannot be expanded. */
    static <C extends Client> Flow<C> of(List<Step<C>> steps, Section flow) {
        FlowExpansion<C> expansion = new FlowExpansion<>();
        expansion.expand(steps, List.of(), 0);
        if (expansion.isTooLong()) {
            flow.problem(
                    "A flow has more than " + MAX_POSITIONS + " requests or " + MAX_STEPS
                            + " steps, with all repetitions and branches.",
                    "Repeat less, and let users begin the flow more often.");
        }
        expansion.unusedActions.stream()
                .filter(section -> expansion.usedPaths.add(section.path()))
                .forEach(section -> section.problem(
                        "No request follows this step, so it has no effect: variables end with their flow.",
                        "Move it before a request."));
        return new Flow<>(
                List.copyOf(expansion.positions),
                expansion.pause,
                expansion.decisions,
                expansion.passes,
                expansion.rows);
    }

    private boolean isTooLong() {
        return positions.size() >= MAX_POSITIONS || expanded > MAX_STEPS;
    }

    private void expand(List<Step<C>> steps, List<Guard> guards, int pass) {
        for (Step<C> step : steps) {
            if (isTooLong()) {
                return;
            }
            expanded++;
            switch (step) {
                case Step.Request<C> request -> add(request, guards, pass);
                case Step.Pause<C> each -> pause = sum(pause, each);
                case Step.Set<C> set -> add(new UntimedAction.Assign(set.texts()), set.section(), guards, pass);
                case Step.Java<C> java -> add(new UntimedAction.Call(java.call()), java.section(), guards, pass);
                case Step.Choose<C> choose -> choose(choose, guards, pass);
                case Step.Repeat<C> repeat -> repeat(repeat, guards);
                case Step.If<C> condition -> decide(condition, guards, pass);
                case Step.Group<C> group -> expand(group.steps(), guards, pass);
            }
        }
    }

    private void add(Step.Request<C> request, List<Guard> guards, int pass) {
        if (positions.isEmpty() && pause != null) {
            request.section()
                    .problem(
                            "A pause before the first request of a flow has no effect.",
                            "Write it at the end, or give the load a think time.");
        }
        positions.add(new Position<>(
                request.operation(),
                request.action(),
                List.copyOf(guards),
                List.copyOf(pendingActions),
                pass,
                pause == null ? NO_PAUSE : pause));
        rows = Math.max(rows, request.action().rows());
        pause = null;
        pendingActions.clear();
        unusedActions.forEach(section -> usedPaths.add(section.path()));
        unusedActions.clear();
    }

    private void add(UntimedAction action, Section section, List<Guard> guards, int pass) {
        pendingActions.add(new GuardedAction(action, List.copyOf(guards), pass));
        unusedActions.add(section);
    }

    private void choose(Step.Choose<C> choose, List<Guard> guards, int pass) {
        int draw = draws++;
        Distribution pauseBefore = pause;
        List<@Nullable Distribution> pauses = new ArrayList<>();
        for (int i = 0; i < choose.branches().size(); i++) {
            pause = pauseBefore;
            double start = i == 0 ? 0 : choose.ends().get(i - 1);
            expand(
                    choose.branches().get(i),
                    extended(guards, new Guard.Branch(draw, start, choose.ends().get(i))),
                    pass);
            pauses.add(pause);
        }
        join(choose.section(), pauses);
    }

    private void repeat(Step.Repeat<C> repeat, List<Guard> guards) {
        int draw = draws++;
        for (int i = 0; i < repeat.max() && !isTooLong(); i++) {
            expanded++;
            Distribution pauseBefore = pause;
            int number = passes++;
            boolean isCertain = i < repeat.min();
            expand(
                    repeat.steps(),
                    isCertain ? guards : extended(guards, new Guard.Pass(draw, i, repeat.min(), repeat.max())),
                    number);
            if (!isCertain) {
                List<@Nullable Distribution> pauses = new ArrayList<>();
                pauses.add(pauseBefore);
                pauses.add(pause);
                join(repeat.section(), pauses);
            }
        }
    }

    private void decide(Step.If<C> step, List<Guard> guards, int pass) {
        int decision = decisions++;
        pendingActions.add(
                new GuardedAction(new UntimedAction.Decide(decision, step.condition()), List.copyOf(guards), pass));
        Distribution pauseBefore = pause;
        List<@Nullable Distribution> pauses = new ArrayList<>();
        expand(step.steps(), extended(guards, new Guard.Decided(decision, true)), pass);
        pauses.add(pause);
        pause = pauseBefore;
        expand(step.elseSteps(), extended(guards, new Guard.Decided(decision, false)), pass);
        pauses.add(pause);
        join(step.section(), pauses);
    }

    /** A request has one pause, so all branches before it must end with the same one. */
    private void join(Section section, List<@Nullable Distribution> pauses) {
        if (pauses.stream().anyMatch(each -> !Objects.equals(each, pauses.getFirst()))) {
            section.problem(
                    "Whether the next request has a pause depends on the branch that was taken.",
                    "Write pauses between two requests of a branch, or after the whole step.");
            pause = null;
        }
    }

    private static List<Guard> extended(List<Guard> guards, Guard guard) {
        List<Guard> result = new ArrayList<>(guards);
        result.add(guard);
        return result;
    }

    private static <C extends Client> Distribution sum(@Nullable Distribution first, Step.Pause<C> next) {
        if (first == null) {
            return next.time();
        }
        if (first instanceof Distribution.Fixed fixed) {
            return lengthened(next.time(), fixed.time(), next);
        }
        if (next.time() instanceof Distribution.Fixed fixed) {
            return lengthened(first, fixed.time(), next);
        }
        next.section().problem("Two pauses follow each other.", "Write one.");
        return first;
    }

    private static <C extends Client> Distribution lengthened(
            Distribution time, Duration addition, Step.Pause<C> step) {
        Duration maximum = switch (time) {
            case Distribution.Fixed fixed -> fixed.time();
            case Distribution.Uniform uniform -> uniform.max();
            default -> Duration.ZERO;
        };
        if (maximum.compareTo(MAX_PAUSE.minus(addition)) > 0) {
            step.section().problem("The pauses are too long.", "Write shorter ones.");
            return time;
        }
        return switch (time) {
            case Distribution.Fixed fixed -> new Distribution.Fixed(fixed.time().plus(addition));
            case Distribution.Uniform uniform ->
                new Distribution.Uniform(
                        uniform.min().plus(addition), uniform.max().plus(addition));
            default -> {
                step.section().problem("Two pauses follow each other.", "Write one.");
                yield time;
            }
        };
    }
}
