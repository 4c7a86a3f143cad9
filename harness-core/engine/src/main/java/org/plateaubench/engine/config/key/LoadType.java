// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.key.LoadKeys.Kind;
import org.plateaubench.engine.config.key.ScheduleType.Schedule;
import org.plateaubench.engine.config.text.ConfigNode;

public final class LoadType {
    public static final String WORDS = "a mapping with users, rate or schedule";

    public static final ValueType<LoadSpec> ANY = ValueType.of(WORDS, LoadType::schema, LoadType::read)
            .containing((path, visitor) -> {
                for (Kind kind : Kind.ALL) {
                    kind.keys().visit(path, visitor);
                }
            });

    /** Each of the two keys of a schedule reads users and rates, so one of them is enough. */
    private static final Key<Schedule> SCHEDULE = LoadKeys.SCHEDULE_OF_USERS;

    private LoadType() {}

    private static @Nullable LoadSpec read(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Mapping)) {
            reading.mustBe(WORDS, node, path);
            return null;
        }
        Section section = Section.of(path, node, reading);
        long levels = List.of(LoadKeys.USERS, LoadKeys.RATE, SCHEDULE).stream()
                .filter(section::has)
                .count();
        if (levels != 1) {
            section.problem("needs either users (closed load), rate (open load) or a schedule of one of them"
                    + (levels > 1 ? ", found more than one" : ""));
            return reportOthers(section);
        }
        if (section.has(SCHEDULE)) {
            Schedule schedule = section.take(SCHEDULE);
            return schedule == null
                    ? reportOthers(section)
                    : spec(section, schedule.isClosed(), schedule.highest(), schedule.steps());
        }
        boolean isClosed = section.has(LoadKeys.USERS);
        Number level = isClosed ? section.take(LoadKeys.USERS) : section.take(LoadKeys.RATE);
        return spec(section, isClosed, level, List.of());
    }

    /** Reports the problems of the remaining keys if the kind of load is unknown; returns null. */
    private static @Nullable LoadSpec reportOthers(Section section) {
        Set<Key<?>> others = new LinkedHashSet<>(List.of(LoadKeys.USERS, LoadKeys.RATE));
        others.addAll(Kind.CLOSED.others().all());
        others.addAll(Kind.OPEN.others().all());
        others.stream().filter(section::has).forEach(key -> section.take(key));
        section.allow(List.copyOf(others));
        section.allow(List.of(SCHEDULE));
        section.end();
        return null;
    }

    private static @Nullable LoadSpec spec(
            Section section, boolean isClosed, @Nullable Number level, List<LoadStep> steps) {
        Keys keys = (isClosed ? Kind.CLOSED : Kind.OPEN).others();
        refuse(section, (isClosed ? Kind.OPEN : Kind.CLOSED).others(), keys, isClosed ? "rate" : "users");
        MappingValues values = section.take(keys);
        LoadSpec.Gap gap = isClosed ? LoadKeys.gap(values, section) : null;
        section.end();
        boolean isComplete = isClosed || values.get(LoadKeys.MAX_IN_SERVICE) != null;
        if (isClosed && level != null && level.doubleValue() > LoadKeys.MAX_USERS) {
            section.keyProblem(SCHEDULE, "must not have more than " + LoadKeys.MAX_USERS + " users");
            return null;
        }
        if (level == null || !isComplete) {
            return null;
        }
        // A user is active while the level exceeds its number, so a level of 2.5 has three active users.
        double highest = isClosed ? Math.ceil(level.doubleValue()) : level.doubleValue();
        return new LoadSpec(isClosed, highest, steps, gap, values);
    }

    /** Refuses the keys that belong only to the other kind of load. */
    private static void refuse(Section section, Keys others, Keys allowed, String level) {
        for (Key<?> key : others.all()) {
            if (section.has(key) && !allowed.all().contains(key)) {
                section.allow(List.of(key));
                section.keyProblem(key, "can only be used with '" + level + "'");
            }
        }
    }

    private static Map<String, Object> schema(String help) {
        return SchemaForm.with(
                SchemaForm.typed("object", help),
                "oneOf",
                Kind.ALL.stream().map(Kind::schema).toList());
    }
}
