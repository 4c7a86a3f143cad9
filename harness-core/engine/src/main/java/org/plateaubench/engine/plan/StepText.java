// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Locale;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;

/** Formats a step of a schedule, such as {@code 50 users, 60s}. */
public final class StepText {
    private StepText() {}

    public static String of(Load load, LoadStep step) {
        return level(load, step) + ", " + Durations.format(step.length());
    }

    public static String level(Load load, LoadStep step) {
        return switch (step) {
            case LoadStep.Constant constant -> amount(load, constant.level());
            case LoadStep.Ramp ramp -> plain(ramp.from()) + " to " + amount(load, ramp.to());
            case LoadStep.Bursts bursts ->
                amount(load, bursts.base()) + " with bursts of " + amount(load, bursts.peak()) + " for "
                        + Durations.format(bursts.burst()) + " every " + Durations.format(bursts.every());
            case LoadStep.Sine sine ->
                amount(load, sine.middle()) + " plus or minus " + plain(sine.amplitude()) + " with a period of "
                        + Durations.format(sine.period());
            case LoadStep.Replay replay ->
                "replay of " + (replay.file().isEmpty() ? "" : replay.file() + ", ")
                        + replay.points().size() + (replay.points().size() == 1 ? " level" : " levels") + ", mean "
                        + amount(load, replay.mean());
        };
    }

    public static String amount(Load load, double level) {
        return switch (load) {
            case Load.Closed closed -> plain(level) + (level == 1 ? " user" : " users");
            case Load.Open open -> plain(level) + "/s";
        };
    }

    private static String plain(double level) {
        return level == Math.rint(level)
                ? String.format(Locale.ROOT, "%.0f", level)
                : String.format(Locale.ROOT, level < 10 ? "%.2f" : "%.1f", level);
    }
}
