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
import org.plateaubench.scenario.Flow.Between;
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
    private final List<Between> before = new ArrayList<>();
    private final List<Section> unusedCommands = new ArrayList<>();
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
        expansion.unusedCommands.stream()
                .filter(where -> expansion.usedPaths.add(where.path()))
                .forEach(where -> where.problem(
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
                case Step.Set<C> set -> add(new Command.Assign(set.texts()), set.where(), guards, pass);
                case Step.Java<C> java -> add(new Command.Call(java.call()), java.where(), guards, pass);
                case Step.Choose<C> choose -> choose(choose, guards, pass);
                case Step.Repeat<C> repeat -> repeat(repeat, guards);
                case Step.If<C> condition -> decide(condition, guards, pass);
                case Step.Group<C> group -> expand(group.steps(), guards, pass);
            }
        }
    }

    private void add(Step.Request<C> request, List<Guard> guards, int pass) {
        if (positions.isEmpty() && pause != null) {
            request.where()
                    .problem(
                            "A pause before the first request of a flow has no effect.",
                            "Write it at the end, or give the load a think time.");
        }
        positions.add(new Position<>(
                request.operation(),
                request.action(),
                List.copyOf(guards),
                List.copyOf(before),
                pass,
                pause == null ? NO_PAUSE : pause));
        rows = Math.max(rows, request.action().rows());
        pause = null;
        before.clear();
        unusedCommands.forEach(where -> usedPaths.add(where.path()));
        unusedCommands.clear();
    }

    private void add(Command command, Section where, List<Guard> guards, int pass) {
        before.add(new Between(command, List.copyOf(guards), pass));
        unusedCommands.add(where);
    }

    private void choose(Step.Choose<C> choose, List<Guard> guards, int pass) {
        int draw = draws++;
        Distribution earlier = pause;
        List<@Nullable Distribution> after = new ArrayList<>();
        for (int i = 0; i < choose.branches().size(); i++) {
            pause = earlier;
            double start = i == 0 ? 0 : choose.ends().get(i - 1);
            expand(
                    choose.branches().get(i),
                    with(guards, new Guard.Branch(draw, start, choose.ends().get(i))),
                    pass);
            after.add(pause);
        }
        join(choose.where(), after);
    }

    private void repeat(Step.Repeat<C> repeat, List<Guard> guards) {
        int draw = draws++;
        for (int i = 0; i < repeat.max() && !isTooLong(); i++) {
            expanded++;
            Distribution earlier = pause;
            int number = passes++;
            boolean always = i < repeat.min();
            expand(
                    repeat.steps(),
                    always ? guards : with(guards, new Guard.Pass(draw, i, repeat.min(), repeat.max())),
                    number);
            if (!always) {
                List<@Nullable Distribution> after = new ArrayList<>();
                after.add(earlier);
                after.add(pause);
                join(repeat.where(), after);
            }
        }
    }

    private void decide(Step.If<C> step, List<Guard> guards, int pass) {
        int decision = decisions++;
        before.add(new Between(new Command.Decide(decision, step.condition()), List.copyOf(guards), pass));
        Distribution earlier = pause;
        List<@Nullable Distribution> after = new ArrayList<>();
        expand(step.steps(), with(guards, new Guard.Decided(decision, true)), pass);
        after.add(pause);
        pause = earlier;
        expand(step.elseSteps(), with(guards, new Guard.Decided(decision, false)), pass);
        after.add(pause);
        join(step.where(), after);
    }

    /** A request has one pause, so all branches before it must end with the same one. */
    private void join(Section where, List<@Nullable Distribution> after) {
        if (after.stream().anyMatch(each -> !Objects.equals(each, after.getFirst()))) {
            where.problem(
                    "Whether the next request has a pause depends on the branch that was taken.",
                    "Write pauses between two requests of a branch, or after the whole step.");
            pause = null;
        }
    }

    private static List<Guard> with(List<Guard> guards, Guard guard) {
        List<Guard> extended = new ArrayList<>(guards);
        extended.add(guard);
        return extended;
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
        next.where().problem("Two pauses follow each other.", "Write one.");
        return first;
    }

    private static <C extends Client> Distribution lengthened(Distribution time, Duration by, Step.Pause<C> place) {
        Duration longest = switch (time) {
            case Distribution.Fixed fixed -> fixed.time();
            case Distribution.Uniform uniform -> uniform.max();
            default -> Duration.ZERO;
        };
        if (longest.compareTo(MAX_PAUSE.minus(by)) > 0) {
            place.where().problem("The pauses are too long.", "Write shorter ones.");
            return time;
        }
        return switch (time) {
            case Distribution.Fixed fixed -> new Distribution.Fixed(fixed.time().plus(by));
            case Distribution.Uniform uniform ->
                new Distribution.Uniform(uniform.min().plus(by), uniform.max().plus(by));
            default -> {
                place.where().problem("Two pauses follow each other.", "Write one.");
                yield time;
            }
        };
    }
}
