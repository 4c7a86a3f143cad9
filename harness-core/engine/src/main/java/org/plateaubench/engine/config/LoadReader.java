// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/** Reads the load of a workload. */
final class LoadReader {
    static final int MAX_USERS = 10_000_000;
    static final int MAX_DEPTH = 10_000;
    static final int MAX_LANES = 65_536;
    private static final List<String> LEVELS = List.of("users", "rate", "schedule");
    private static final List<String> ONLY_CLOSED = List.of("think", "cycle", "units", "onLate");
    private static final List<String> ONLY_OPEN = List.of("arrival", "maxUsers", "lanes", "queue");

    private final Section section;
    private final ReplayFiles files;
    private final ScalarReader scalars;
    private ScheduleReader.@Nullable Schedule schedule;

    private LoadReader(Section section, ReplayFiles files) {
        this.section = section;
        this.files = files;
        this.scalars = new ScalarReader(section.problems());
    }

    /** The load, null with a problem when it cannot be read. */
    static @Nullable LoadSpec read(Section section, ReplayFiles files) {
        return new LoadReader(section, files).read();
    }

    private @Nullable LoadSpec read() {
        long given = LEVELS.stream().filter(section::has).count();
        if (given != 1) {
            section.problem("needs either users (closed load), rate (open load) or a schedule of one of them"
                    + (given > 1 ? ", found more than one" : ""));
            return null;
        }
        ConfigNode steps = section.take("schedule");
        if (steps != null) {
            schedule = ScheduleReader.read(steps, section.path("schedule"), section.problems(), files);
            if (schedule == null) {
                return null;
            }
        }
        boolean isClosed = schedule == null ? section.has("users") : schedule.isClosed();
        refuse(isClosed ? ONLY_OPEN : ONLY_CLOSED, isClosed ? "rate" : "users");
        LoadSpec load = isClosed ? closed() : open();
        section.end();
        return load;
    }

    private void refuse(List<String> keys, String other) {
        for (String key : keys) {
            if (section.has(key)) {
                section.take(key);
                section.keyProblem(key, "goes with " + other + " only");
            }
        }
    }

    private @Nullable LoadSpec closed() {
        Integer users = schedule == null
                ? scalars.count(section.take("users"), section.path("users"), MAX_USERS)
                : mostUsers(schedule.highest());
        LoadSpec.Gap gap = gap(section);
        Map<String, LoadSpec.Gap> unitGaps = new LinkedHashMap<>();
        Section units = section.takeSection("units");
        units.named("unit").forEach((name, node) -> {
            Section unit = Section.of(units.path(name), node, units.problems());
            LoadSpec.Gap own = gap(unit);
            unit.end();
            if (own != null) {
                unitGaps.put(name, own);
            }
        });
        Pacing.OnLate onLate = scalars.choice(section.take("onLate"), section.path("onLate"), Pacing.OnLate.class);
        Integer depth = depth();
        return users == null ? null : new LoadSpec.Closed(users, gap, unitGaps, onLate, depth, steps());
    }

    private @Nullable LoadSpec open() {
        Double rate = schedule == null
                ? scalars.rate(Objects.requireNonNull(section.take("rate")), section.path("rate"))
                : Double.valueOf(schedule.highest());
        Load.Arrival arrival = scalars.choice(section.take("arrival"), section.path("arrival"), Load.Arrival.class);
        Integer maxUsers = scalars.count(
                section.need("maxUsers", "most arrivals in service at once"), section.path("maxUsers"), MAX_USERS);
        Integer lanes = scalars.count(section.take("lanes"), section.path("lanes"), MAX_LANES);
        Integer queue = scalars.count(section.take("queue"), section.path("queue"), Integer.MAX_VALUE);
        Integer depth = depth();
        return rate == null || maxUsers == null
                ? null
                : new LoadSpec.Open(rate, arrival, maxUsers, lanes, queue, depth, steps());
    }

    private List<LoadStep> steps() {
        return schedule == null ? List.of() : schedule.steps();
    }

    /** A user is active while the level exceeds its number, so that a level of 2.5 has three. */
    private @Nullable Integer mostUsers(double highest) {
        if (highest > MAX_USERS) {
            section.keyProblem("schedule", "must not have more than " + MAX_USERS + " users");
            return null;
        }
        return (int) Math.ceil(highest);
    }

    private @Nullable Integer depth() {
        return scalars.count(section.take("depth"), section.path("depth"), MAX_DEPTH);
    }

    private LoadSpec.@Nullable Gap gap(Section owner) {
        ConfigNode think = owner.take("think");
        ConfigNode cycle = owner.take("cycle");
        if (think != null && cycle != null) {
            owner.keyProblem("cycle", "cannot stand beside think");
            return null;
        }
        if (think == null && cycle == null) {
            return null;
        }
        Pacing.Kind kind = think == null ? Pacing.Kind.CYCLE : Pacing.Kind.THINK;
        String key = think == null ? "cycle" : "think";
        Distribution time = distribution(owner.path(key), Objects.requireNonNull(think == null ? cycle : think));
        if (time != null && kind == Pacing.Kind.CYCLE && !(time.meanNanos() > 0)) {
            owner.keyProblem(key, "must be above zero, or one user asks for endless work");
            return null;
        }
        return time == null ? null : new LoadSpec.Gap(kind, time);
    }

    /** A time for fixed, or a mapping with one of the names of a distribution. */
    private @Nullable Distribution distribution(String path, ConfigNode node) {
        if (node instanceof Scalar) {
            Duration time = scalars.duration(node, path);
            return time == null ? null : new Distribution.Fixed(time);
        }
        Section form = Section.of(path, node, section.problems());
        ConfigNode fixed = form.take("fixed");
        ConfigNode uniform = form.take("uniform");
        ConfigNode exponential = form.take("exponential");
        form.end();
        long given = Stream.of(form.has("fixed"), form.has("uniform"), form.has("exponential"))
                .filter(present -> present)
                .count();
        if (given != 1) {
            form.problem("needs one of fixed, uniform, exponential, or a duration");
            return null;
        }
        if (fixed != null) {
            Duration time = scalars.duration(fixed, form.path("fixed"));
            return time == null ? null : new Distribution.Fixed(time);
        }
        if (uniform != null) {
            return uniform(Section.of(form.path("uniform"), uniform, form.problems()));
        }
        return exponential(form.path("exponential"), Objects.requireNonNull(exponential));
    }

    private @Nullable Distribution uniform(Section bounds) {
        Duration min = scalars.duration(bounds.need("min", "a duration"), bounds.path("min"));
        Duration max = scalars.duration(bounds.need("max", "a duration"), bounds.path("max"));
        bounds.end();
        if (min == null || max == null || !isOrdered(bounds, min, max)) {
            return null;
        }
        return new Distribution.Uniform(min, max);
    }

    private @Nullable Distribution exponential(String path, ConfigNode node) {
        if (node instanceof Scalar) {
            Duration mean = scalars.durationAboveZero(node, path);
            return mean == null ? null : Distribution.Exponential.ofMean(mean);
        }
        Section form = Section.of(path, node, section.problems());
        Duration mean = scalars.durationAboveZero(form.need("mean", "a duration"), form.path("mean"));
        Duration min = scalars.duration(form.take("min"), form.path("min"));
        Duration max = scalars.duration(form.take("max"), form.path("max"));
        Duration shift = scalars.duration(form.take("shift"), form.path("shift"));
        form.end();
        Duration least = min == null ? Duration.ZERO : min;
        if (mean == null || (max != null && !isOrdered(form, least, max))) {
            return null;
        }
        return new Distribution.Exponential(mean, least, max, shift == null ? Duration.ZERO : shift);
    }

    private static boolean isOrdered(Section bounds, Duration min, Duration max) {
        if (max.compareTo(min) >= 0) {
            return true;
        }
        bounds.keyProblem("max", "must not be below min");
        return false;
    }
}
