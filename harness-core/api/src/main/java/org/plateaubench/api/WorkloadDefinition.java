// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a workload, a pure function of its parameters. Plugins should use {@link #builder()}: components
 * that later versions add have defaults in it, but change the constructor. Immutable.
 *
 * @param operations operations; {@link org.plateaubench.spi.OperationCall#operation()} is the index in this list
 * @param units units of pacing, whose steps name operations of this workload
 * @param mix default mix of the units
 * @param pacing default pacing in closed load; a unit may have a different gap
 * @param metric headline figure
 * @param measures counters, gauges and observed series
 * @param executions possible executions of this workload's drivers, the preferred one first: {@code PLATFORM} and
 *     {@code VIRTUAL} for blocking drivers, {@code EVENT_LOOP} for asynchronous ones
 * @param checks checks of the counts of every run, which name counters and lines of this workload
 * @param backlogPerUser greatest allowed number of units per user that are due and have not ended, above 0, such as
 *     1.5; only for a fixed schedule ({@link Pacing#hasFixedSchedule()}). A greater number in any interval of the
 *     steady window is an overload and fails the run. Null for no bound
 */
public record WorkloadDefinition(
        List<OperationDefinition> operations,
        List<UnitDefinition> units,
        Mix mix,
        Pacing pacing,
        MetricDefinition metric,
        List<MeasureDefinition> measures,
        List<Execution> executions,
        List<CheckDefinition> checks,
        @Nullable Double backlogPerUser) {

    /** The line of the harness's own delays in results; operations and units must not have this name. */
    public static final String HARNESS_LINE = "harness";

    public WorkloadDefinition {
        operations = List.copyOf(operations);
        units = List.copyOf(units);
        measures = List.copyOf(measures);
        executions = List.copyOf(executions);
        checks = List.copyOf(checks);
        Set<String> operationNames =
                distinct(operations.stream().map(OperationDefinition::name).toList());
        Set<String> unitNames =
                distinct(units.stream().map(UnitDefinition::name).toList());
        for (UnitDefinition unit : units) {
            for (UnitDefinition.Step step : unit.steps()) {
                requireAll(operationNames, step.weights().keySet(), "operation");
            }
            if (operationNames.contains(unit.name()) && !unit.isSingleOperation()) {
                throw new IllegalArgumentException("unit " + unit.name() + " has the name of an operation");
            }
        }
        requireAll(unitNames, mix.units(), "unit");
        Set<String> lineNames = new HashSet<>(operationNames);
        lineNames.addAll(unitNames);
        lineNames.add(MetricDefinition.ALL_OPERATIONS);
        if (!lineNames.contains(metric.line())) {
            throw new IllegalArgumentException("metric counts the unknown line " + metric.line());
        }
        distinct(checks.stream().map(CheckDefinition::name).toList());
        Set<String> counterNames = new HashSet<>();
        for (MeasureDefinition measure : measures) {
            if (measure.kind() == MeasureDefinition.Kind.COUNTER) {
                counterNames.add(measure.name());
            } else if (measure.kind() == MeasureDefinition.Kind.SERIES && !lineNames.add(measure.name())) {
                throw new IllegalArgumentException("series " + measure.name() + " has the name of another line");
            }
        }
        checks.forEach(check -> requireTerms(check, counterNames, lineNames));
        Set<String> bounded = new HashSet<>();
        checks.stream().filter(CheckDefinition::isBounded).forEach(check -> bounded.add(check.name()));
        operations.forEach(operation -> requireAll(bounded, operation.answers().checks(), "bounded check"));
        if (executions.isEmpty()) {
            throw new IllegalArgumentException("at least one execution is needed");
        }
        if (backlogPerUser != null && !(backlogPerUser > 0 && Double.isFinite(backlogPerUser))) {
            throw new IllegalArgumentException("backlogPerUser must be above 0, found " + backlogPerUser);
        }
    }

    /** A builder in which everything except the operations, pacing, metric and executions has a default. */
    public static Builder builder() {
        return new Builder();
    }

    /** This workload with the given operations instead of its own, which have the same names. */
    public WorkloadDefinition withOperations(List<OperationDefinition> changed) {
        return new WorkloadDefinition(
                changed, units, mix, pacing, metric, measures, executions, checks, backlogPerUser);
    }

    /** This workload with another mix of its units. */
    public WorkloadDefinition withMix(Mix changed) {
        return new WorkloadDefinition(
                operations, units, changed, pacing, metric, measures, executions, checks, backlogPerUser);
    }

    /** The pacing after a unit: the pacing of the workload, with the gap of the unit if it has one. */
    public Pacing pacing(UnitDefinition unit) {
        Distribution gap = unit.gap();
        return gap == null ? pacing : new Pacing(pacing.kind(), gap, pacing.onLate());
    }

    private static Set<String> distinct(List<String> names) {
        Set<String> set = new HashSet<>();
        for (String name : names) {
            if (!set.add(name)) {
                throw new IllegalArgumentException("the name " + name + " is given twice");
            }
            if (name.equals(HARNESS_LINE)) {
                throw new IllegalArgumentException("the name " + name + " means the harness itself");
            }
        }
        return set;
    }

    private static void requireTerms(CheckDefinition check, Set<String> counters, Set<String> lines) {
        for (List<CheckDefinition.Term> terms : List.of(check.numerator(), check.denominator())) {
            for (CheckDefinition.Term term : terms) {
                Set<String> declared = switch (term.source()) {
                    case COUNTER -> counters;
                    case COMPLETED -> lines;
                    case USER_SECONDS, SECONDS, ONE -> Set.of("");
                };
                if (!declared.contains(term.name())) {
                    throw new IllegalArgumentException("check " + check.name() + " counts the unknown "
                            + (declared.equals(counters) ? "counter " : "line ") + term.name());
                }
            }
        }
    }

    private static void requireAll(Set<String> declared, Iterable<String> names, String kind) {
        for (String name : names) {
            if (!declared.contains(name)) {
                throw new IllegalArgumentException("unknown " + kind + " " + name);
            }
        }
    }

    /**
     * Builds a definition. Operations, pacing, metric and executions are required. By default, each operation is a
     * unit, all units are equally frequent, and everything else is empty. Not thread-safe.
     */
    public static final class Builder {
        private List<OperationDefinition> operations = List.of();
        private @Nullable List<UnitDefinition> units;
        private @Nullable Mix mix;
        private @Nullable Pacing pacing;
        private @Nullable MetricDefinition metric;
        private List<MeasureDefinition> measures = List.of();
        private List<Execution> executions = List.of();
        private List<CheckDefinition> checks = List.of();
        private @Nullable Double backlogPerUser;

        private Builder() {}

        /** Sets the operations; a driver is given the index in this list. */
        public Builder operations(List<OperationDefinition> all) {
            operations = all;
            return this;
        }

        /** Sets the operations; a driver is given the index in this list. */
        public Builder operations(OperationDefinition... all) {
            return operations(List.of(all));
        }

        /** Sets the units of pacing, whose steps name operations of this workload. */
        public Builder units(List<UnitDefinition> all) {
            units = all;
            return this;
        }

        /** Sets the default mix of the units. */
        public Builder mix(Mix choice) {
            mix = choice;
            return this;
        }

        /** Sets the default pacing in closed load. */
        public Builder pacing(Pacing gap) {
            pacing = gap;
            return this;
        }

        /** Sets the headline figure. */
        public Builder metric(MetricDefinition headline) {
            metric = headline;
            return this;
        }

        /** Sets the counters, gauges and observed series. */
        public Builder measures(List<MeasureDefinition> all) {
            measures = all;
            return this;
        }

        /** Sets the counters, gauges and observed series. */
        public Builder measures(MeasureDefinition... all) {
            return measures(List.of(all));
        }

        /** Sets the possible executions of this workload's drivers, the preferred one first. */
        public Builder executions(Execution... ways) {
            executions = List.of(ways);
            return this;
        }

        /** Sets the checks of the counts of every run. */
        public Builder checks(List<CheckDefinition> all) {
            checks = all;
            return this;
        }

        /** Sets the greatest allowed number of units per user that are due and have not ended; null for no bound. */
        public Builder backlogPerUser(@Nullable Double bound) {
            backlogPerUser = bound;
            return this;
        }

        /**
         * Builds the definition.
         *
         * @throws IllegalArgumentException if a required part is missing, a name is unknown or used twice, or a number
         *     is out of range
         */
        public WorkloadDefinition build() {
            if (operations.isEmpty()) {
                throw new IllegalArgumentException("a workload needs at least one operation");
            }
            List<UnitDefinition> everyUnit = units == null
                    ? operations.stream().map(OperationDefinition::name).map(UnitDefinition::of).toList()
                    : units;
            return new WorkloadDefinition(
                    operations,
                    everyUnit,
                    mix == null ? equallyFrequent(everyUnit) : mix,
                    needed(pacing, "pacing"),
                    needed(metric, "metric"),
                    measures,
                    executions,
                    checks,
                    backlogPerUser);
        }

        private static Mix equallyFrequent(List<UnitDefinition> units) {
            Map<String, Double> weights = new LinkedHashMap<>();
            units.forEach(unit -> weights.put(unit.name(), 1.0));
            return new Mix.Flat(weights);
        }

        private static <T> T needed(@Nullable T part, String name) {
            if (part == null) {
                throw new IllegalArgumentException("a workload needs a " + name);
            }
            return part;
        }
    }
}
