// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;

/** A search for the greatest load at which a run still passes; an empty workload means all. */
public record SearchSpec(
        Quantity maximise, String workload, double from, double to, double resolution, int confirm, int repeats) {
    private static final int DEFAULT_REPEATS = 3;

    private static final Key<Quantity> MAXIMISE = Key.of(
                    "maximise", ScalarTypes.choice(Quantity.class), "What grows until a limit is missed.")
            .required("which is tiles, users or rate");
    private static final Key<String> WORKLOAD =
            Key.of("workload", ScalarTypes.NAME, "Workload whose users or rate grow (default: all).");
    private static final Key<Double> FROM = Key.of(
                    "from", ScalarTypes.weight(false), "Load that is tried first; rates are per second.")
            .required("the load that is tried first");
    private static final Key<Double> TO = Key.of("to", ScalarTypes.weight(false), "Greatest load that is tried.")
            .required("the greatest load that is tried");
    private static final Key<Double> RESOLUTION = Key.of(
                    "resolution",
                    ScalarTypes.weight(false),
                    "Greatest distance between the load that is found and the true limit.")
            .computedDefault("1 for tiles and users, a hundredth of to for a rate");
    private static final Key<Integer> CONFIRM = Key.of(
                    "confirm",
                    ScalarTypes.count(99),
                    "How many runs confirm the load that is found, by their majority; an odd number.")
            .defaultValue(5);
    private static final Key<Integer> REPEATS = Key.of(
                    "repeats",
                    ScalarTypes.integer(0, 1_000, Math::toIntExact),
                    "How many invalid runs are repeated, in total.")
            .defaultValue(DEFAULT_REPEATS);
    static final ValueType<SearchSpec> TYPE =
            MappingTypes.of(Keys.of(MAXIMISE, WORKLOAD, FROM, TO, RESOLUTION, CONFIRM, REPEATS), SearchSpec::search);

    public enum Quantity {
        TILES,
        USERS,
        RATE;

        /** Whether only whole numbers are meaningful. */
        public boolean isWhole() {
            return this != RATE;
        }
    }

    private static @Nullable SearchSpec search(MappingValues values, Section section) {
        Quantity quantity = values.get(MAXIMISE);
        Double from = values.get(FROM);
        Double to = values.get(TO);
        if (quantity == null || from == null || to == null) {
            return null;
        }
        double resolution = values.or(RESOLUTION, quantity.isWhole() ? 1 : to / 100);
        if (to <= from) {
            section.keyProblem(TO, "must be above 'from' (" + section.shown(FROM) + "), found " + section.shown(TO));
        }
        if (section.has(RESOLUTION) && resolution >= to - from) {
            section.keyProblem(RESOLUTION, "must be smaller than the difference of 'from' and 'to'");
        }
        if (quantity.isWhole() && (from % 1 != 0 || to % 1 != 0 || resolution % 1 != 0)) {
            section.problem("needs whole numbers for " + (quantity == Quantity.TILES ? "tiles" : "users"));
        }
        if (values.orDefault(CONFIRM) % 2 == 0) {
            section.keyProblem(CONFIRM, "must be odd, so that there is a majority, found " + section.shown(CONFIRM));
        }
        if (quantity == Quantity.TILES && section.has(WORKLOAD)) {
            section.keyProblem(WORKLOAD, "can only be used with users and rate: a tile contains every workload");
        }
        return new SearchSpec(
                quantity,
                values.or(WORKLOAD, ""),
                from,
                to,
                resolution,
                values.orDefault(CONFIRM),
                values.orDefault(REPEATS));
    }
}
