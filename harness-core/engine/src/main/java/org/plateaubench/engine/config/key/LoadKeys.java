// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import static org.plateaubench.engine.config.key.RunClass.MODIFIED;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.config.key.LoadSpec.Gap;
import org.plateaubench.engine.config.key.ScheduleType.Schedule;

public final class LoadKeys {
    public static final int QUEUED_PER_USER = 2;

    /** The default queue holds the arrivals of this many seconds. */
    public static final int QUEUED_SECONDS = 5;

    static final int MAX_USERS = 10_000_000;

    private static final int DEFAULT_LANES = 64;

    private static final String OF_PLUGIN = "the plugin's";
    private static final String OTHER_THAN_PLUGIN = "other than the plugin's";
    private static final String OTHER_LOAD = "another load is offered";
    private static final String STEPS = "Steps that fill the steady phase, each judged by itself.";

    public static final Key<Integer> USERS = Key.of(
                    "users", ScalarTypes.count(MAX_USERS), "Emulated users over all agents.")
            .required("a number of users");
    public static final Key<Double> RATE = Key.of(
                    "rate", ScalarTypes.rate(false), "Units per time, such as 200/s or 12000/min.")
            .required(ScalarTypes.RATE_FORM);
    public static final Key<Schedule> SCHEDULE_OF_USERS = schedule(ScheduleType.USERS);
    static final Key<Schedule> SCHEDULE_OF_RATES = schedule(ScheduleType.RATES);

    public static final Key<Distribution> THINK = Key.of(
                    "think", DistributionType.TIME, "Gap from the end of a unit to the start of the next.")
            .computedDefault(OF_PLUGIN)
            .lowersTo(MODIFIED, OTHER_THAN_PLUGIN, OTHER_LOAD);
    public static final Key<Distribution> CYCLE = Key.of(
                    "cycle",
                    DistributionType.TIME,
                    "Gap from the start of a unit to the start of the next, even when the SUT is late.")
            .computedDefault(OF_PLUGIN)
            .lowersTo(MODIFIED, OTHER_THAN_PLUGIN, OTHER_LOAD);
    public static final Key<Map<String, Gap>> UNITS = Key.of(
                    "units",
                    MappingTypes.named(
                            "unit",
                            "Pacing of this unit.",
                            Keys.of(THINK, CYCLE),
                            (name, values, unit) -> gap(values, unit)),
                    "Pacing of single units.")
            .computedDefault(OF_PLUGIN)
            .lowersTo(MODIFIED, OTHER_THAN_PLUGIN, OTHER_LOAD);
    public static final Key<Pacing.OnLate> ON_LATE = Key.of(
                    "onLate",
                    ScalarTypes.choice(Pacing.OnLate.class),
                    "What happens when a cycle starts late: keep the schedule, or rebase it, which does not correct"
                            + " for coordinated omission and is labelled accordingly.")
            .computedDefault(OF_PLUGIN)
            .lowersTo(MODIFIED, "rebase, or other than the plugin's", "waiting that a slow SUT causes is left out");
    public static final Key<Integer> DEPTH = Key.of(
                    "depth",
                    ScalarTypes.count(10_000),
                    "Commands that one connection may have outstanding; above 1 only for event-loop drivers.")
            .defaultValue(1);

    public static final Key<Load.Arrival> ARRIVAL = Key.of(
                    "arrival", ScalarTypes.choice(Load.Arrival.class), "Spacing of the arrivals.")
            .defaultValue(Load.Arrival.POISSON)
            .lowersTo(MODIFIED, "regular", "no two arrivals are close together");
    public static final Key<Integer> MAX_IN_SERVICE = Key.of(
                    "maxUsers",
                    ScalarTypes.count(MAX_USERS),
                    "Greatest number of arrivals that are served at once; further ones wait, and the wait counts.")
            .required("the greatest number of arrivals in service at once");
    public static final Key<Integer> LANES = Key.of(
                    "lanes", ScalarTypes.count(65_536), "Independent arrival sequences that the load is made of.")
            .defaultValue(DEFAULT_LANES)
            .lowersTo(MODIFIED, "other than " + DEFAULT_LANES, "arrivals have another distribution");

    public static final Key<Integer> QUEUE = Key.of(
                    "queue",
                    ScalarTypes.count(Integer.MAX_VALUE),
                    "How many arrivals may wait for a free user; further ones are dropped.")
            .computedDefault("the greater of " + QUEUED_PER_USER + " x " + MAX_IN_SERVICE.name() + " and "
                    + QUEUED_SECONDS + " s of arrivals")
            .lowersTo(MODIFIED, "longer than by default", "an overload is waited out instead of dropped");

    /** The keys that may accompany users, with or without a schedule. */
    private static final Keys PACED = Keys.of(THINK, CYCLE, UNITS, ON_LATE, DEPTH);

    /** The keys that may accompany a rate, with or without a schedule. */
    private static final Keys ARRIVING = Keys.of(ARRIVAL, MAX_IN_SERVICE, LANES, QUEUE, DEPTH);

    private LoadKeys() {}

    private static Key<Schedule> schedule(ValueType<Schedule> type) {
        return Key.of("schedule", type, STEPS).required("a list of steps");
    }

    public record Kind(Key<?> level, Keys others, String help) {
        public static final Kind CLOSED = new Kind(USERS, PACED, "Closed load: a fixed number of users.");
        public static final Kind OPEN =
                new Kind(RATE, ARRIVING, "Open load: arrivals at a rate, whatever the SUT does with them.");
        public static final Kind CLOSED_SCHEDULE =
                new Kind(SCHEDULE_OF_USERS, PACED, "Closed load whose number of users follows a schedule.");
        public static final Kind OPEN_SCHEDULE =
                new Kind(SCHEDULE_OF_RATES, ARRIVING, "Open load whose rate follows a schedule.");

        static final List<Kind> ALL = List.of(CLOSED, OPEN, CLOSED_SCHEDULE, OPEN_SCHEDULE);

        public Keys keys() {
            return others.withFirst(level);
        }

        Map<String, Object> schema() {
            return keys().schema(help);
        }
    }

    /** The gap of a mapping; null if there is none, or, with a problem, if it is not valid. */
    static @Nullable Gap gap(MappingValues values, Section section) {
        Distribution think = values.get(THINK);
        Distribution cycle = values.get(CYCLE);
        if (section.has(THINK) && section.has(CYCLE)) {
            section.keyProblem(CYCLE, "cannot be used together with 'think'");
            return null;
        }
        if (cycle != null && !(cycle.meanNanos() > 0)) {
            section.keyProblem(CYCLE, "must be above zero; otherwise the load of one user is unlimited");
            return null;
        }
        if (cycle != null) {
            return new Gap(Pacing.Kind.CYCLE, cycle);
        }
        return think == null ? null : new Gap(Pacing.Kind.THINK, think);
    }
}
