// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Power meters by name: {@code power: { pdu: { sut: bmc, measures: [db], at: wall, accuracy: 1%, toWatts: 800 } }}. */
public final class MeterType {
    private static final String NAMES = "names of hosts or SUTs, such as [db1.lab]";
    private static final String NAME_PATTERN = "^[A-Za-z0-9][A-Za-z0-9_.:/ -]{0,63}$";

    private static final Key<String> SUT = Key.of(
                    "sut",
                    ScalarTypes.TEXT,
                    "SUT whose telemetry contains the readings: a meter that is declared under suts, or any other SUT.")
            .required("the SUT whose telemetry has the readings");
    private static final Key<String> SERIES = Key.of(
                    "series", ScalarTypes.TEXT, "Series of that telemetry: a level in W, or a running total in J.")
            .defaultValue("power");
    private static final Key<List<String>> MEASURES = Key.of(
                    "measures",
                    ScalarTypes.list(
                            "a list of " + NAMES,
                            "a list of 1 to 16 " + NAMES,
                            ScalarTypes.matching("one of the " + NAMES, "one of the " + NAMES, NAME_PATTERN),
                            1,
                            16),
                    "What it measures, by the names of hosts or SUTs.")
            .required("the names of the hosts or SUTs that it measures");
    private static final Key<Place> AT = Key.of(
                    "at",
                    ScalarTypes.choice(Place.class),
                    "Where it measures: all power that is drawn from the supply, or the power of a part such as the"
                            + " processors. The two are never added up.")
            .required("which is wall or component");
    private static final Key<Double> ACCURACY = Key.of(
                    "accuracy",
                    ScalarTypes.percent(),
                    "Greatest error of a reading by the meter's data sheet, in percent of the reading.")
            .required("a percentage of the reading, such as 1%");
    private static final Key<Double> ACCURACY_WATTS = Key.of(
                    "accuracyWatts", ScalarTypes.weight(true), "Constant part of that error, in W, which is added.")
            .defaultValue(0.0);
    private static final Key<Double> FROM = Key.of(
                    "fromWatts", ScalarTypes.weight(true), "Least reading of the meter's range, in W.")
            .defaultValue(0.0);
    private static final Key<Double> TO = Key.of(
                    "toWatts", ScalarTypes.weight(false), "Greatest reading of the meter's range, in W.")
            .required("the greatest reading of the meter's range, in W");
    private static final Key<Duration> EVERY = Key.of(
                    "every",
                    ScalarTypes.INTERVAL,
                    "How often the meter has a new reading; a pause of more than two and a half times this, or of the"
                            + " run's interval if that is longer, is a gap in the measurement.")
            .defaultValue(Duration.ofSeconds(1));

    private static final Keys OF_METER = Keys.of(SUT, SERIES, MEASURES, AT, ACCURACY, ACCURACY_WATTS, FROM, TO, EVERY);
    private static final ValueType<Map<String, PlannedMeter>> METERS =
            MappingTypes.named("meter", "A power meter.", OF_METER, MeterType::meter);

    public static final Key<Map<String, PlannedMeter>> POWER = Key.of(
            "power",
            METERS,
            "Power meters by name: energy, score per kW and operations per joule, see docs/plugins/power.md.");

    /** The place where power is measured; figures of different places are never added. */
    enum Place {
        /** All power that is drawn from the supply. */
        WALL,
        /** The power of a part of a host, such as its processors. */
        COMPONENT
    }

    private MeterType() {}

    private static @Nullable PlannedMeter meter(String name, MappingValues values, Section section) {
        double from = values.orDefault(FROM);
        String sut = values.get(SUT);
        Place at = values.get(AT);
        Double accuracy = values.get(ACCURACY);
        Double to = values.get(TO);
        if (to != null && to <= from) {
            section.keyProblem(TO, "must be above 'fromWatts' (" + from + " W)");
        }
        return sut == null || at == null || accuracy == null || to == null
                ? null
                : new PlannedMeter(
                        name,
                        sut,
                        false,
                        values.orDefault(SERIES),
                        values.or(MEASURES, List.of()),
                        at.name().toLowerCase(Locale.ROOT),
                        accuracy,
                        values.orDefault(ACCURACY_WATTS),
                        from,
                        to,
                        values.orDefault(EVERY));
    }
}
